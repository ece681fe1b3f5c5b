# Runs the bot on Discord: docker run -e DISCORD_TOKEN=… -v boarding-party:/data boarding-party
FROM python:3.13-slim
WORKDIR /app
COPY requirements.lock .
RUN pip install --no-cache-dir --require-hashes -r requirements.lock
COPY bot bot
COPY cogs cogs
COPY data data
COPY renderers renderers
RUN useradd --system --create-home referee && mkdir /data && chown referee /data
USER referee
VOLUME /data
ENV DATABASE_URL=sqlite+aiosqlite:////data/boarding-party.db
CMD ["python", "-m", "bot"]
