export { type SectionDefinition, sectionRegistry } from './sectionRegistry.ts';
