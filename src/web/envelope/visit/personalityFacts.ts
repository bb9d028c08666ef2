/** What models/personality.json says: the statements that are asked, and how often such guesses are right. */

interface Interval {
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

/** Measured on people of whom the models had not learned. */
export interface Measured {
  readonly auc: Interval;
  /** The share of people about whom the guess is right. */
  readonly right: Interval;
  /** By how sure it was of them, in steps of ten points. */
  readonly sure: readonly { readonly from: number; readonly people: number; readonly right: number }[];
}

export interface AttributeFacts {
  readonly id: string;
  readonly attribute: string;
  readonly labels: readonly string[];
  readonly people: number;
  /** Of the groups, among them. */
  readonly shares: readonly number[];
  /** After five answers and after ten. */
  readonly after: readonly (Measured & { readonly questions: number })[];
  /** After ten answers to statements drawn at random. */
  readonly random: Measured;
  /** After ten answers to statements chosen for this attribute alone, in this order. */
  readonly own: Pick<Measured, 'auc' | 'right'> & { readonly statements: readonly Statement[] };
}

export interface Statement {
  readonly id: string;
  readonly title: string;
}

export interface Facts {
  readonly source: { readonly people: number; readonly statements: number };
  /** In the order in which they are asked. */
  readonly statements: readonly Statement[];
  readonly attributes: readonly AttributeFacts[];
  /** The one guess that the page reveals after five answers, and after ten: the one that beats a blind one most. */
  readonly revealed: readonly {
    readonly questions: number;
    /** To whom it reveals one, and how often a blind guess about the same attributes would be right. */
    readonly people: number;
    readonly blind: number;
    readonly right: Interval;
    readonly sure: readonly (Measured['sure'][number] & { readonly stated: number })[];
  }[];
}
