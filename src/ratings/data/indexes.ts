/**
 * Users and items are dense indexes from 0. The brands stop a user's index from being passed where an item's is meant;
 * at run time they are plain numbers. Typed arrays hold them unbranded: brand where a number leaves an array.
 */

declare const brand: unique symbol;

/** The place of a user. Cannot be mixed up with that of an item. */
export type UserIndex = number & { readonly [brand]: 'user' };
/** The place of an item in the catalogue. Cannot be mixed up with that of a user. */
export type ItemIndex = number & { readonly [brand]: 'item' };

/** A number as the place of a user. */
export function userIndex(index: number): UserIndex {
  return index as UserIndex;
}

/** A number as the place of an item. */
export function itemIndex(index: number): ItemIndex {
  return index as ItemIndex;
}
