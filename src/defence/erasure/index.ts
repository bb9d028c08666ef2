export { erased, eraserNamed, erasers, type VectorTable } from './eraser.ts';
export { erases, erasureBefore } from './erasureBefore.ts';
