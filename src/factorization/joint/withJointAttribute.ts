/** Data in which the combination of several attributes is an attribute of its own, for folds, training and counts. */
import {
  attributeFromCodes,
  attributeOf,
  type CategoricalAttribute,
  createDataset,
  type Dataset,
  hasValue,
} from '../../ratings/index.ts';
import { type JointAttributes, jointAttributes } from './jointAttributes.ts';

interface JointData {
  readonly dataset: Dataset;
  readonly joint: JointAttributes;
  /** The name of the combination among the attributes of the dataset. */
  readonly name: string;
}

/** The combination is missing where any of the attributes is. */
export function withJointAttribute(dataset: Dataset, names: readonly string[]): JointData {
  const parts = names.map((name) => attributeOf(dataset, name));
  const joint = jointAttributes(parts);
  const name = names.join(' and ');
  if (parts.length === 1) return { dataset, joint, name };
  const { users, items, ratings, scale, together } = dataset;
  const others = [...dataset.attributes.values()].filter((attribute) => attribute.name !== name);
  const combined = combination(parts, joint, name, users.size);
  return {
    dataset: createDataset({ users, items, ratings, scale, together, attributes: [...others, combined] }),
    joint,
    name,
  };
}

function combination(
  parts: readonly CategoricalAttribute[],
  joint: JointAttributes,
  name: string,
  users: number,
): CategoricalAttribute {
  const labels = Array.from({ length: joint.types }, (_, type) => joint.labelOf(type));
  const values = Int16Array.from({ length: users }, (_, user) =>
    parts.every((part) => hasValue(part, user)) ? joint.typeOf(parts.map((part) => part.values[user]!)) : -1,
  );
  return attributeFromCodes(name, labels, values);
}
