export { stackAttack } from './stack.ts';
