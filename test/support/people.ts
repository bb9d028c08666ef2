export { madeUpPeople, type PeopleSpec } from '../../src/testing/people.ts';
