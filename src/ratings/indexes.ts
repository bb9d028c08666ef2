/**
 * Users and items are dense indexes from 0. The brands stop a user's index from being passed where an item's is meant;
 * at run time they are plain numbers. Typed arrays hold them unbranded: brand where a number leaves an array.
 */

declare const brand: unique symbol;

export type UserIndex = number & { readonly [brand]: 'user' };
export type ItemIndex = number & { readonly [brand]: 'item' };

export function userIndex(index: number): UserIndex {
  return index as UserIndex;
}

export function itemIndex(index: number): ItemIndex {
  return index as ItemIndex;
}
