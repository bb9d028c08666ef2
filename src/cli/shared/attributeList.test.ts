import { describe, expect, it } from 'vitest';
import { attributeList } from './attributeList.ts';

describe('a list of attributes', () => {
  it.each([
    ['gender,age>=35', ['gender', 'age>=35']],
    ['gender, age:18,25,35 ,zip', ['gender', 'age:18,25,35', 'zip']],
    ['age:-1.5,.5,gender', ['age:-1.5,.5', 'gender']],
    ['income:{low=a,b|c; high=*},gender', ['income:{low=a,b|c; high=*}', 'gender']],
    ['"a,b",c', ['"a,b"', 'c']],
    ['x:{"}"=1,2; y=*},z', ['x:{"}"=1,2; y=*}', 'z']],
    ['gender', ['gender']],
    [' , ', []],
  ])('%s', (text, expected) => {
    expect(attributeList(text)).toEqual(expected);
  });
});

it('labels and names in quotes stay with their expression', () => {
  expect(attributeList('gender{1=f, or so; 2=m},"a, b" as c>=3{low; high},age:18,25')).toEqual([
    'gender{1=f, or so; 2=m}',
    '"a, b" as c>=3{low; high}',
    'age:18,25',
  ]);
});
