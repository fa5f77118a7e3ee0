// What the modules of the page hand each other and hear from the server. The type checker alone reads this; no browser does.

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
}

/** Something that was said in a place. */
export interface Post extends Body {
  place: string;
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
  | ({ type: "post" } & Post)
  | { type: "answer"; id: string; reply: Answer }
  | CaughtUp
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

export interface CaughtUp {
  type: "caught-up";
  /** The last change of each place that is known now, with all before it. */
  changes: Record<string, number>;
}

/** How the line is. */
export type LineState = "connecting" | "open" | "waiting" | "stranger";

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
