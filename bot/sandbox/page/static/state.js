/** What this page's user sees of the server; how the page hears of changes, and tells what its user does. */

export const state = {
  me: null,
  bot: null,
  files: "",
  users: new Map(),
  roles: new Map(),
  channels: new Map(),
  commands: [],
  messages: new Map(), // by channel, then by id, in the order in which they came
  here: null, // the id of the channel that is open
  unread: new Set(),
};

/** Events: server, channel, history, message, deleted, connection. */
export const news = new EventTarget();
const tell = (what, detail) => news.dispatchEvent(new CustomEvent(what, { detail }));

const asked = new URLSearchParams(location.search);
let wanted = asked.get("in"); // the channel to be in, as soon as it is there: after a restart it may come late
export const myName = asked.get("as") || "Ref";

/** Be somebody else: the page begins anew with what they see. */
export function become(name) {
  location.search = new URLSearchParams({ as: name, in: hereChannel()?.path ?? "" });
}

export const hereChannel = () => state.channels.get(state.here);
export const displayName = (user) => user.global_name ?? (user.id === state.bot ? botName() : user.username);
const botName = () => [...state.roles.values()].find((role) => role.managed)?.name ?? "The bot";

export function messagesHere() {
  if (!state.messages.has(state.here)) state.messages.set(state.here, new Map());
  return state.messages.get(state.here);
}

/** Where the page fetches a file of the sandbox; null for pictures elsewhere, which it never loads. */
export function localAddress(address) {
  return address?.startsWith(`${state.files}/`) ? address.slice(state.files.length) : null;
}

export function openChannel(id) {
  show(id);
  wanted = hereChannel().path;
}

function show(id) {
  state.here = id;
  state.unread.delete(id);
  history.replaceState(null, "", `?${new URLSearchParams({ as: myName, in: hereChannel().path })}`);
  tell("channel");
}

/** Do something as this user: `refused` by the client, `failed` for want of an answer, a `modal`, or `choices`. */
export async function act(deed, fields = {}, files = []) {
  const form = new FormData();
  form.append("deed", JSON.stringify({ do: deed, as: myName, in: state.here, ...fields }));
  for (const file of files) form.append("files", file);
  try {
    const response = await fetch("/page/act", { method: "POST", body: form });
    return response.ok ? await response.json() : { refused: `The sandbox answers ${response.status}.` };
  } catch {
    return { refused: "The sandbox does not answer: is it still running?" };
  }
}

/** Hear of everything from now on; a lost connection is taken up again. */
export function connect() {
  const socket = new WebSocket(`ws://${location.host}/page/events?as=${encodeURIComponent(myName)}`);
  socket.addEventListener("open", () => tell("connection", true));
  socket.addEventListener("message", (event) => hear(JSON.parse(event.data)));
  socket.addEventListener("close", () => {
    tell("connection", false);
    setTimeout(connect, 1000);
  });
}

function hear(event) {
  if (event.type === "server") hearServer(event);
  else if (event.type === "history") hearHistory(event.messages);
  else if (event.type === "message") hearMessage(event.message);
  else if (event.type === "deleted") {
    state.messages.get(event.channel_id)?.delete(event.id);
    tell("deleted", event);
  }
}

function hearServer(server) {
  Object.assign(state, { me: server.me, bot: server.bot, files: server.files, commands: server.commands });
  for (const kind of ["users", "roles", "channels"]) {
    state[kind] = new Map(server[kind].map((thing) => [thing.id, thing]));
  }
  tell("server");
  const opened = [...state.channels.values()].find((channel) => channel.path === wanted) ?? hereChannel();
  const there = opened ?? state.channels.values().next().value;
  if (there && there.id !== state.here) show(there.id);
}

function hearHistory(messages) {
  state.messages.clear();
  for (const message of messages) keep(message);
  tell("history");
}

function hearMessage(message) {
  const isNew = keep(message);
  if (isNew && message.channel_id !== state.here) state.unread.add(message.channel_id);
  tell("message", { message, isNew });
}

function keep(message) {
  if (!state.messages.has(message.channel_id)) state.messages.set(message.channel_id, new Map());
  const channel = state.messages.get(message.channel_id);
  const isNew = !channel.has(message.id);
  channel.set(message.id, message);
  return isNew;
}
