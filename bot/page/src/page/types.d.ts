// The types of shared objects and of messages from the server. Only the type checker reads this file, no browser.

import type { Place } from "./model.js";

/** A person, with public data. */
export interface Person {
  id: number;
  name: string;
}

/** A person who has signed in on this browser. */
export interface Me extends Person {
  /** Empty for the account of another platform: a cookie has its secret. */
  secret: string;
  account?: { platform: string; id: string };
}

/** A person who has signed in with an account, and the path to go on to. */
export type Entered = Omit<Me, "secret"> & { to: string };

/** A request to the server, and its answer. */
interface Exchange<Sent, Answered> {
  sent: Sent;
  answer: Answered;
}

/** The requests, by their paths below `/api/`. */
export interface Requests {
  /** Signs in a guest, under a new name or as a known person. */
  "sign-in": Exchange<{ name: string; secret?: string }, Me>;
  /** Returns the name of the account that a link signs in. */
  "enter/look": Exchange<{ token: string }, { name: string }>;
  /** Signs in with the account of a link, and uses the link up. */
  enter: Exchange<{ token: string }, Entered>;
  /** Signs in with the account of Discord, whose owner has agreed there. */
  "enter/discord": Exchange<{ code: string; state: string }, Entered>;
  /** Does so for an owner who is in an instance of the Activity. */
  "enter/activity": Exchange<{ code: string; instance: string }, Me & { to: string; access_token: string }>;
  /** Signs the reader of a widget in, to show a match. */
  "enter/widget": Exchange<OpenId & { match: string | null }, Me & { to: string }>;
  sessions: Exchange<object, { name: string; sessions: OwnSession[] }>;
  "sessions/end": Exchange<{ digest: string }, object>;
  /** Returns the public key with which a browser subscribes to pushes. */
  "push/key": Exchange<object, { key: string }>;
  /** Adds this browser to the devices of the reader. */
  push: Exchange<PushSubscription, object>;
  "push/end": Exchange<{ endpoint: string }, object>;
  complete: Exchange<{ id: string; place: string; text: string }, Completions>;
  /** Stores whether the bot can write direct messages to the reader, if that is given. Returns all their settings. */
  settings: Exchange<{ direct?: boolean }, { direct: boolean } & PageSettings>;
  /** Returns the matches that everybody may find. */
  playing: Exchange<object, PublicGame[]>;
  /** Returns the matches and challenges of the reader that are not over. */
  games: Exchange<object, ListedGame[]>;
  /** Returns a position of the handbook after the played moves and a step. */
  study: Exchange<{ place: string; played: string[]; dark: boolean; step: StudyStep | null; chance: number }, StudyBoard>;
  /** Returns a position on the analysis board. With `chance`, it also plays the chance outcomes that come next. */
  analysis: Exchange<AnalysisWish, AnalysisBoard>;
  /** Returns the best line in a position of the analysis board. */
  [review: `match/${string}/review`]: Exchange<object, BoardReview>;
  "analysis/engine": Exchange<AnalysisWish, EngineLine>;
}

/** An OpenID token of the reader, and the server that made it. */
export interface OpenId {
  access_token: string;
  matrix_server_name: string;
}

/** The document around a screen in a frame. */
export interface Shell {
  /** The reader, with their secret. Null if their session has ended. */
  me: Me | null;
  /** The public origin of the page. */
  origin: string;
}

declare global {
  interface Window {
    shell?: Shell;
    /** Not every browser checks the addresses of scripts. */
    trustedTypes?: TrustedTypes;
  }
}

/** Makes addresses of scripts that the browser accepts. */
interface TrustedTypes {
  createPolicy(name: string, rules: ScriptUrlPolicy): ScriptUrlPolicy;
}

interface ScriptUrlPolicy {
  createScriptURL(url: string): unknown;
}

/** A turn, as the server pushes it. */
export interface TurnPush {
  /** The match. */
  id: string;
  text: string;
}

/** An event of a service worker, which runs until the work for it ends. */
interface WorkerEvent {
  waitUntil(work: Promise<unknown> | undefined): void;
}

interface PushEvent extends WorkerEvent {
  data: { json(): TurnPush } | null;
}

interface NotificationClick extends WorkerEvent {
  /** Its data is the id of a match. */
  notification: Notification;
}

/** A page that is open. */
interface OpenWindow {
  url: string;
  visibilityState: DocumentVisibilityState;
  focus(): Promise<OpenWindow>;
}

/** The scope of a service worker. */
export interface PushWorker {
  registration: ServiceWorkerRegistration;
  clients: {
    matchAll(which: { type: "window"; includeUncontrolled: boolean }): Promise<OpenWindow[]>;
    openWindow(path: string): Promise<OpenWindow | null>;
  };
  addEventListener(type: "push", listener: (event: PushEvent) => void): void;
  addEventListener(type: "notificationclick", listener: (event: NotificationClick) => void): void;
}

/** A session of the reader in a browser. */
export interface OwnSession {
  digest: string;
  platform: string;
  kind: "browser" | "frame";
  /** The times of its beginning and of its last use, in milliseconds. */
  since: number;
  used: number;
  /** True for the session of this browser. */
  here: boolean;
}

/** A person of a list, online or offline. */
export interface Listing extends Person {
  online: boolean;
}

/** A picture without its file, which the page fetches separately. */
export interface Picture {
  name: string;
  alt: string;
  digest: string;
  width: number;
  height: number;
  /** The recipe of the picture, as JSON. */
  recipe?: string;
}

export interface Attachment {
  name: string;
  text: string;
}

export interface Button {
  id: string;
  label: string;
  emphasis: "primary" | "neutral" | "danger";
  /** The people who can press it; missing for all people. */
  for?: { platform: string; id: string }[];
}

/** An entry of a menu, or a completion. */
export interface Choice {
  label: string;
  value: string;
}

/** The completions of a text, and the number of further ones, if any. */
export interface Completions {
  choices: Choice[];
  rest?: Choice | null;
}

export interface Menu {
  id: string;
  label: string;
  choices: Choice[];
}

/** A form with one line of text. */
export interface Form {
  id: string;
  label: string;
  example: string;
  longest: number;
}

/** A control below a message: one of these. */
export interface Control {
  buttons?: Button[];
  menu?: Menu;
  form?: Form;
}

/** The content of a message. */
export interface Body {
  text: string;
  block?: string;
  picture?: Picture;
  attachment?: Attachment;
  controls?: Control[];
  mentions?: number[];
}

/** An answer for one person. */
export interface Answer extends Body {
  /** True if it replaces the answer with the used control. */
  replaces: boolean;
  /** The match that resulted. */
  about?: string;
  /** True if the board of the match shows the change itself. */
  evident?: boolean;
}

/** A post in a place. */
export interface Post extends Body {
  /** The first post of a place is 1. */
  number: number;
  /** The last change of the place that touched it. */
  change: number;
  /** Milliseconds since 1970 began. */
  at: number;
  author: "bot" | { person: Person };
  edited: boolean;
}

/** An action: a text or the use of a control. */
export interface Deed {
  text?: string;
  press?: string;
  choose?: { menu: string; value: string };
  fill?: { form: string; text: string };
  /** The match at whose board the person acts. */
  board?: string;
}

/** A frame of the live connection. */
export type Frame =
  | Welcome
  | Posts
  | { type: "answer"; id: string; reply: Answer }
  | { type: "caught-up" }
  | ({ type: "person" } & Listing);

export interface Welcome {
  type: "welcome";
  bot: string;
  /** True if the bot can write direct messages to them. */
  direct: boolean;
  channels: { name: string }[];
  people: Listing[];
}

/** New posts of a place, and edited ones, in the order of their numbers. */
export interface Posts {
  type: "posts";
  place: string;
  posts: Post[];
  /** The last known change of the place after this frame, with all before it. */
  change: number;
}

/** The state of a live connection. */
export type LineState = "connecting" | "open" | "late" | "waiting" | "stranger";

/** The handlers of a live connection, which receives frames of this kind. */
export interface LineHandlers<F> {
  /** Returns the first frame to send. */
  hello: () => object;
  frame: (frame: F) => void;
  /** Tells whether the page has all missed frames with this one. */
  isReady: (frame: F) => boolean;
  /** Called with the state of the connection, and the milliseconds until it reconnects. */
  state: (state: LineState, pause?: number) => void;
}

/** The handlers of a page for the messages of places. */
export interface TalkHandlers {
  /** The match with its board next to the messages, if any. The messages then have no board. */
  beside?: string;
  /** Called at the first frame of a connection. */
  welcomed?: (frame: Welcome) => void;
  state?: (state: LineState, pause?: number) => void;
  /** Called when the page has all missed posts, so that it can open a place. */
  ready: () => void;
  /** Called to open a place. */
  open: (name: string) => void;
  /** Called after a change of the unread posts or of the open place. */
  counted: () => void;
  /** Called after a change of the people online. */
  people?: () => void;
  /** Called before the reader writes. */
  writing?: () => void;
  /** Tells whether the reader looks at the open place. */
  isInSight: () => boolean;
  /** Builds the content of an empty place. */
  emptyState: (place: Place) => Node;
}

/** An action of the reader that only this tab shows. */
export interface Local {
  id: string;
  place: string;
  at: number;
  /** The action, if it was not a text. */
  verb?: string;
  asked: string;
  deed: Deed;
  status: "sending" | "done" | "failed";
  error?: string;
  /** The command that a chat message may mean. */
  hint?: string;
  reply?: Answer;
  /** The id of the answered action. */
  replyId?: string;
  repliedAt?: number;
}

export interface PostItem {
  key: string;
  post: Post;
  local?: undefined;
}

export interface LocalItem {
  key: string;
  local: Local;
  post?: undefined;
}

/** An item of a place: a post, or a local item. */
export type Item = PostItem | LocalItem;

/** The attributes of an element, and its listeners, which have names that begin with `on`. */
export interface Attributes {
  [name: string]: string | number | boolean | null | undefined | ((event: MouseEvent) => void);
}

/** A child of an element. */
export type Child = Node | string | null | undefined;

/** The appearance of a requested board. */
export interface BoardWish {
  /** The secret of the viewer, if no header has it. */
  secret?: string;
  /** The number of inputs; the last one if missing. */
  n_inputs?: number;
  /** The point of view: `white`. */
  eyes?: string | null;
  /** The side at the bottom. */
  bottom?: Side | null;
  /** True if the page is dark. */
  dark: boolean;
}

export type Side = "white" | "black";

/** A position in the view of one person, with their legal actions. */
export interface BoardPosition {
  n_inputs: number;
  /** The side of the viewer. */
  seat?: Side;
  bottom: Side;
  /** The picture, with a part for each square. */
  svg: string;
  alt: string;
  /** The contents of the squares, in words. */
  squares: Record<string, string>;
  actions: BoardAction[];
  /** The ways of each kind of piece or object on the board in words, by the names of their drawings without a side. */
  cards: Record<string, string>;
  /** The remarks on single pieces, by their squares. */
  notes: Record<string, BoardNote>;
  /** The squares that each piece could go to if its side were to move, by the square of the piece: `e4 e5`. */
  reach: Record<string, string>;
}

/** A remark on a piece: the reason why it cannot move, or that the other side does not see it. */
export interface BoardNote {
  text: string;
  /** The squares of the pieces that keep it from moving. */
  causes?: string[];
}

/** The parts of a board that its cards need. */
export interface CardBoard {
  cell: (square: string) => HTMLElement | undefined;
  squareOf: (event: PointerEvent) => string | null;
  cardOf: (square: string) => PieceCard | null;
  /** Tells whether a resting mouse may open a card. */
  mayRest: () => boolean;
  changed: () => void;
  said: (text: string) => void;
}

/** The content of the card of a piece. */
export interface PieceCard {
  /** The name of the piece. */
  title: string;
  /** The remark on it, if any. */
  note?: string;
  /** How it moves and captures. */
  ways: string;
}

/** The settings of a person that the chat has too. */
export interface PageSettings {
  /** The language, or `usual`. */
  language: string;
  /** The theme, or `usual`. */
  theme: string;
  /** True if the bot asks before each move. */
  confirms: boolean;
}

/** The choices of a reader. */
export interface Choices {
  language: string;
  theme: string;
  /** The colors of the squares. */
  squares: string;
  /** The set of pieces. */
  pieces: string;
  sound: boolean;
  /** The volume of sounds, up to 100. */
  volume: number;
  /** True if the bot asks before each move. */
  confirm: boolean;
  /** True if the browser notifies the reader. */
  notify: boolean;
}

export type Sound = "move" | "capture" | "turn" | "end";

/** A tone of a sound. */
export interface Tone {
  /** Its beginning, and its length, in seconds. */
  at: number;
  length: number;
  /** Its frequency at the beginning and at the end, in Hertz. */
  from: number;
  to: number;
  /** Its part of the volume. */
  part: number;
}

/** A match in the view of one person. */
export interface LiveBoard extends BoardPosition {
  id: string;
  variant: string;
  title: string;
  n_inputs_now: number;
  stage: "challenge" | "playing" | "over" | "gone";
  /** The side to decide. */
  turn?: Side;
  /** The state for the viewer, in few words. */
  status: string;
  text: string;
  /** The places on other platforms where it is played: `In a channel on Discord`. */
  venue?: string;
  /** The legend of the signs that chess does not have. */
  legend?: string;
  turns: BoardTurn[];
  /** The pending offer of a player, or the challenge. */
  offer?: BoardOffer;
  result?: BoardResult;
  /** The path of the analysis board with this position, if the match is over. */
  analysis?: string;
  /** The rematch of the viewer, once it has begun. */
  rematch?: string;
  /** True if it is the viewer's own challenge without an opponent. */
  is_waiting: boolean;
  controls: Control[];
  /** The names of the players, once it is accepted. */
  names?: Record<Side, string>;
  /** The leads in captured pieces at the shown n_inputs: the names of their drawings, and words. */
  leads?: Record<Side, { pieces: string[]; text: string }>;
  /** The clocks of both sides in real time, in milliseconds. */
  clock?: {
    /** The time of each side when its clock last began to run. */
    left: Record<Side, number>;
    /** The time of each side at the beginning. */
    budget: number;
    /** The increment after each turn. */
    increment: number;
    /** True if the deadline ends the first turn of the side to decide, whose clock stands still. */
    is_first_turn: boolean;
  };
  /** The deadline by the server's clock, in milliseconds since 1970 began. */
  until?: number;
  has_eyes: boolean;
  /** The settings of the viewer, if they are known. */
  settings?: PageSettings;
  /** True if only its players can watch. */
  is_private: boolean;
  /** The place where the viewer plays or follows it. */
  place?: string;
}

/** A match or challenge of the reader that is not over. */
export interface ListedGame {
  id: string;
  variant: string;
  title: string;
  /** The opponent, the side to decide, and the end of its time, in words. */
  text: string;
  state: "your-turn" | "challenged" | "open" | "waiting";
}

/** A match in play that everybody may find. */
export interface PublicGame {
  id: string;
  title: string;
  /** The names of its players, White first. */
  players: string;
}

/** A pending offer, or the challenge. */
export interface BoardOffer {
  kind: "challenge" | "draw" | "takeback" | "pause" | "rematch";
  is_own: boolean;
  text: string;
  controls: Control[];
}

/** The end of a match. */
export interface BoardResult {
  title: string;
  reason: string;
  ratings?: string;
}

/** A step on a position of the handbook: the try of a move, or the next move. */
export type StudyStep = { try: string } | "show";

/** A position of the handbook after the played moves. */
export interface StudyBoard extends BoardPosition {
  /** The position after the reader's own move, if a reply follows. */
  own?: BoardPosition;
  /** All played moves, including chance outcomes. */
  played: string[];
  /** The result of the step. */
  text?: string;
  /** The highlighted piece. */
  chosen?: string;
  /** Other highlighted squares. */
  targets: string[];
  /** The squares that forbid the tried move. */
  causes: string[];
  is_done: boolean;
  /** True if the move does not solve the task. */
  is_wrong: boolean;
  /** True if there is a continuation to show. */
  has_more: boolean;
  /** The anchor of the next task or step. */
  next?: string;
  /** The path of the analysis board with this position. */
  analysis: string;
}

/** A request for a position on the analysis board. */
export interface AnalysisWish {
  /** The start: the variant, its options and its position. */
  setup?: string;
  /** The inputs since the start. */
  moves: string;
  /** The move to try after them. */
  try?: string;
  /** The board of the editor, in place of the position and the inputs. */
  edited?: EditedBoard;
  /** The seed of the chance outcomes that come next. */
  chance?: number;
  bottom?: Side;
  dark?: boolean;
}

/** A board that the reader edits, which need not be a legal position. */
export interface EditedBoard {
  /** The drawings of the pieces and objects, by their squares. */
  pieces: Record<string, string>;
  /** The side to move. */
  turn: string;
}

/** A piece or object that the editor can place. */
export interface BoardPiece {
  drawing: string;
  label: string;
}

/** A position on the analysis board, where nothing is hidden. */
export interface AnalysisBoard extends BoardPosition {
  setup: string;
  variant: string;
  /** The position as a text. */
  notation: string;
  /** The pieces of White, those of Black, and the objects. */
  pieces: BoardPiece[][];
  /** All inputs since the start, including chance outcomes. */
  moves: string;
  /** The number of chance outcomes before the first decision. */
  n_start: number;
  turns: BoardTurn[];
  names: Record<Side, string>;
  status: string;
  /** The legend of the signs that chess does not have. */
  legend?: string;
  /** The reason why the tried move is illegal. */
  text?: string;
  /** The squares that forbid the tried move. */
  causes: string[];
}

/** The best line of the engine. */
export interface EngineLine {
  score: string;
  line: string;
  /** The first decision, as text for a command. */
  best: string;
}

/** A position in a tree of variations. */
export interface LinePosition {
  /** The inputs of its last turn; of the start, the chance outcomes before it. */
  inputs: string[];
  /** Its last turn; none at the start. */
  turn?: BoardTurn;
  before?: LinePosition;
  /** The positions after it. The first one belongs to the same line. */
  next: LinePosition[];
}

/** A legal decision. */
export interface BoardAction {
  text: string;
  from?: string;
  to?: string;
  /** The drawing of the further choice. */
  drawing?: string;
  label: string;
  /** The squares of the pieces that it captures elsewhere than on its target. */
  captures?: string[];
}

export interface BoardTurn {
  n_inputs: number;
  number: number;
  color: Side;
  caption: string;
}

/** A frame of the connection of a board: one of these. */
export interface BoardFrame {
  board?: LiveBoard;
  /** The reason why there is no board. */
  nothing?: string;
  /** The time of the server's clock, in milliseconds since 1970 began. */
  now?: number;
}

/** The review of a finished match. */
export interface BoardReview {
  text: string;
  scores: { n_inputs: number; white: number; all_known: number; mark?: "mistake" | "blunder" }[];
  /** The turning points: the played decisions and better ones, as texts for commands. */
  points: { n_inputs: number; text: string; played: string; better: string }[];
}

/** The picture of a position in the document. */
export interface DrawnPosition {
  svg: SVGSVGElement;
  bottom: Side;
  /** The parts of the squares. */
  parts: Map<string, SVGGElement>;
  /** The pieces and objects, by their squares. */
  figures: Map<string, SVGUseElement>;
  /** The squares of a move that is being sent and already shown. */
  sent?: [from: string, to: string];
}

/** An arrow from a square to another one, or a circle around one square, with its kind. */
export type BoardArrow = [from: string, to: string, kind: "good" | "bad" | "hint" | "plan"];

/** A move that is planned while the other side is to decide. */
export interface PlannedMove {
  from: string;
  to: string;
}

/** The handlers of a board. */
export interface BoardHandlers {
  /** Called for a legal decision. */
  play: (action: BoardAction) => void;
  /** Called for an illegal decision, with its text. */
  illegal: (text: string) => void;
  /** Called with a text for screen readers. */
  said: (text: string) => void;
  /** Called when choices without a square appear or disappear. Without this handler, the board asks for them at once. */
  choice?: (open: (() => void) | null) => void;
  /** Called before the user chooses a piece. */
  chose?: () => void;
  /** Called for a press on a square. Returns true if it was no press of the game. */
  press?: (square: string) => boolean;
}

/** The places beside the names for what each side holds. */
export type HeldPlaces = Record<"top" | "bottom", HTMLElement>;

/** A step through the moves. */
export type Step = "first" | "back" | "on" | "last";

/** The elements of a match. */
export interface LiveMatchParts {
  board: HTMLElement;
  /** Where the page shows the names itself. */
  held?: HeldPlaces;
  /** The text for screen readers. */
  spoken: HTMLElement;
  /** The board in words. */
  alt: HTMLElement;
  steps: Record<Step, HTMLButtonElement>;
  /** The note that an earlier position is shown. */
  notLive: HTMLElement;
  /** The button for choices without a square. */
  choose: HTMLElement;
}

/** The handlers of a page for a match. */
export interface LiveMatchHandlers {
  /** Called with each new state of the match. */
  took: (next: LiveBoard, before: LiveBoard | null) => void;
  /** Called when another board is shown. */
  shown: (board: LiveBoard) => void;
  /** Called with an answer of the bot, or when the answer no longer counts. */
  told: (reply: Partial<Answer> | null, replyId?: string) => void;
  /** Tells whether to ask for choices without a square at once. */
  mayAsk: () => boolean;
  /** Called with the reason why there is no board. */
  nothing: (why: string) => void;
  state?: (state: LineState, pause?: number) => void;
}
