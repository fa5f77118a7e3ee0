// What the modules of the page hand each other and hear from the server. The type checker alone reads this; no browser does.

import type { Place } from "./model.js";

/** A person, as everybody sees them. */
export interface Person {
  id: number;
  name: string;
}

/** Somebody whom this browser can be. */
export interface Me extends Person {
  secret: string;
}

/** A person of a list, who is there or away. */
export interface Listing extends Person {
  online: boolean;
}

/** A picture without its file, which is fetched apart. */
export interface Picture {
  name: string;
  alt: string;
  digest: string;
  width: number;
  height: number;
  /** What it is drawn from, as JSON. */
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
  /** Who alone may press it; missing if everybody may. */
  for?: { platform: string; id: string }[];
}

/** An entry of a menu, or what a text could become. */
export interface Choice {
  label: string;
  value: string;
}

/** What a text could become, and how many more there are, if any. */
export interface Completions {
  choices: Choice[];
  rest?: Choice | null;
}

export interface Menu {
  id: string;
  label: string;
  choices: Choice[];
}

/** A line to write. */
export interface Form {
  id: string;
  label: string;
  example: string;
  longest: number;
}

/** What is below a message: one of these. */
export interface Control {
  buttons?: Button[];
  menu?: Menu;
  form?: Form;
}

/** What is said in a message. */
export interface Body {
  text: string;
  block?: string;
  picture?: Picture;
  attachment?: Attachment;
  controls?: Control[];
  mentions?: number[];
}

/** An answer that one person sees. */
export interface Answer extends Body {
  /** Whether it takes the place of the answer whose control was used. */
  replaces: boolean;
  /** The match that came of it. */
  about?: string;
}

/** Something that was said in a place. */
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

/** What somebody does: says a text or uses a control. */
export interface Deed {
  text?: string;
  press?: string;
  choose?: { menu: string; value: string };
  fill?: { form: string; text: string };
}

/** What comes over the line. */
export type Frame =
  | Welcome
  | Posts
  | { type: "answer"; id: string; reply: Answer }
  | { type: "caught-up" }
  | ({ type: "person" } & Listing);

export interface Welcome {
  type: "welcome";
  bot: string;
  /** The language that they have chosen. */
  language?: string;
  /** Whether the bot may write direct messages to them. */
  direct: boolean;
  channels: { name: string }[];
  people: Listing[];
}

/** New posts of a place, and edited ones, in the order of their numbers. */
export interface Posts {
  type: "posts";
  place: string;
  posts: Post[];
  /** The last change of the place that is known then, with all before it. */
  change: number;
}

/** How the line is. */
export type LineState = "connecting" | "open" | "waiting" | "stranger";

/** What a page does with what is said in places. */
export interface TalkHandlers {
  /** The match whose board stands beside what is said, if one does. */
  beside?: string;
  /** The first frame of a line is here. */
  welcomed: (frame: Welcome) => void;
  state: (state: LineState, pause?: number) => void;
  /** All is here that was missed, so that a place can be opened. */
  ready: () => void;
  /** A place is to be opened. */
  open: (name: string) => void;
  /** What is unread has changed, or which place is open. */
  counted: () => void;
  /** Who is there has changed. */
  people: () => void;
  /** Something is about to be written. */
  writing: () => void;
  /** Whether somebody looks at the open place. */
  isInSight: () => boolean;
  /** What stands where nothing has been said. */
  emptyState: (place: Place) => Node;
}

/** Something that we did, which only this tab shows. */
export interface Local {
  id: string;
  place: string;
  at: number;
  /** What was done, if it was not said. */
  verb?: string;
  asked: string;
  deed: Deed;
  status: "sending" | "done" | "failed";
  error?: string;
  /** The command that a line of chat may have been meant as. */
  hint?: string;
  reply?: Answer;
  /** The id of what the answer answers. */
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

/** What stands in a place: a post, or something of our own. */
export type Item = PostItem | LocalItem;

/** What an element is made with: attributes, and listeners whose names begin with `on`. */
export interface Attributes {
  [name: string]: string | number | boolean | null | undefined | ((event: MouseEvent) => void);
}

/** What an element is made of. */
export type Child = Node | string | null | undefined;

/** How a board is to be shown. */
export interface BoardWish {
  /** The secret of who watches, where it stands in no header. */
  secret?: string;
  /** At which ply; the last one if none is named. */
  ply?: number;
  /** Through whose eyes: `white`. */
  eyes?: string | null;
  /** The side at the bottom. */
  bottom?: Side | null;
  /** Whether the page is dark. */
  dark: boolean;
}

export type Side = "white" | "black";

/** A position as one person may see it and decide there. */
export interface BoardPosition {
  ply: number;
  /** The side that we play. */
  seat?: Side;
  bottom: Side;
  /** The picture, with a part for each square. */
  svg: string;
  alt: string;
  /** What stands on squares, in words. */
  squares: Record<string, string>;
  actions: BoardAction[];
}

/** A match as one person may see it. */
export interface LiveBoard extends BoardPosition {
  id: string;
  variant: string;
  title: string;
  last_ply: number;
  stage: "challenge" | "playing" | "over" | "gone";
  /** The side to decide. */
  turn?: Side;
  text: string;
  /** What the signs on the board mean that chess does not have. */
  legend?: string;
  turns: BoardTurn[];
  /** What one player offers the other. */
  offer?: { text: string; controls: Control[] };
  /** Whether it is our own challenge, which nobody has accepted. */
  is_waiting: boolean;
  controls: Control[];
  /** When the time is over, in milliseconds since 1970 began. */
  until?: number;
  has_eyes: boolean;
  /** Whether nobody but its players can look on. */
  is_private: boolean;
  /** The place in which we play it or read of it. */
  place?: string;
}

/** What is done with a position of the handbook: a move is tried, or the next one is shown. */
export type StudyStep = { try: string } | "show";

/** A position of the handbook after what was played there. */
export interface StudyBoard extends BoardPosition {
  /** All that was played, chance included. */
  played: string[];
  /** What came of it. */
  text?: string;
  /** The piece that is pointed out. */
  chosen?: string;
  /** Other squares that are. */
  targets: string[];
  /** What forbids a move that was tried. */
  causes: string[];
  is_done: boolean;
  /** Whether there is something to show. */
  has_more: boolean;
  /** The anchor of what comes next. */
  next?: string;
}

/** A legal decision. */
export interface BoardAction {
  text: string;
  from?: string;
  to?: string;
  /** The drawing of what is chosen besides. */
  drawing?: string;
  label: string;
}

export interface BoardTurn {
  ply: number;
  number: number;
  color: Side;
  caption: string;
}

/** What comes over the line of a board: one of these. */
export interface BoardFrame {
  board?: LiveBoard;
  /** Why there is none. */
  nothing?: string;
}

/** How a match went that is over. */
export interface BoardReview {
  text: string;
  scores: { ply: number; white: number; all_known: number }[];
  points: { ply: number; text: string }[];
}

/** A move that is planned while another side is to decide. */
export interface PlannedMove {
  from: string;
  to: string;
}

/** What a board tells whoever uses it. */
export interface BoardHandlers {
  /** A legal decision was made. */
  play: (action: BoardAction) => void;
  /** An illegal one was tried, written so. */
  illegal: (text: string) => void;
  /** This is to be read aloud. */
  said: (text: string) => void;
  /** What is chosen of no square can be chosen now, or nothing can. Without this it is asked for at once. */
  choice?: (open: (() => void) | null) => void;
}

/** A step through the moves. */
export type Step = "first" | "back" | "on" | "last";

/** The elements that show a match. */
export interface LiveMatchParts {
  board: HTMLElement;
  /** What is read aloud. */
  spoken: HTMLElement;
  /** The board in words. */
  alt: HTMLElement;
  steps: Record<Step, HTMLButtonElement>;
  /** It says that an earlier position is shown. */
  notLive: HTMLElement;
  /** It asks for what is chosen of no square. */
  choose: HTMLElement;
}

/** What a page does with a match. */
export interface LiveMatchHandlers {
  /** The match has gone on, or is told anew. */
  took: (next: LiveBoard, before: LiveBoard | null) => void;
  /** Another board is shown. */
  shown: (board: LiveBoard) => void;
  /** The bot has answered something, or its answer counts no more. */
  told: (reply: Partial<Answer> | null, replyId?: string) => void;
  /** Whether what is chosen of no square may be asked for at once. */
  mayAsk: () => boolean;
  /** There is no board, and why. */
  nothing: (why: string) => void;
  state: (state: LineState, pause?: number) => void;
}
