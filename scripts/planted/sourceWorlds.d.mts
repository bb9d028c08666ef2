import type { ItemWorld, ItemWorldOptions } from './itemWorlds.mjs';

export function onlySkips(options: ItemWorldOptions): ItemWorld;
export function onlyStars(options: ItemWorldOptions): ItemWorld;
export function onlyOneItem(options: ItemWorldOptions): ItemWorld;
export function onlyStyle(options: ItemWorldOptions): ItemWorld;
