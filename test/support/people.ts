export { madeUpPeople } from '../../src/testing/people.ts';
