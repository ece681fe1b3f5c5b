# Runs the bot on Discord: docker run -e DISCORD_TOKEN=… -v boarding-party:/data boarding-party
FROM python:3.13.9-slim-trixie AS install
WORKDIR /checkout
COPY requirements-run.lock ./
COPY docker docker
COPY bot bot
COPY cogs cogs
COPY data data
COPY renderers renderers
RUN mkdir /app && docker/steps.sh install /app

FROM python:3.13.9-slim-trixie
COPY --from=install /app /app
RUN useradd --system --no-create-home --uid 10001 --user-group referee && mkdir /data && chown 10001:10001 /data
USER 10001
VOLUME /data
ENV DATABASE_URL=sqlite+aiosqlite:////data/boarding-party.db HEALTH_FILE=/tmp/boarding-party-alive
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s CMD ["/app/steps.sh", "healthy"]
CMD ["/app/steps.sh", "start"]
