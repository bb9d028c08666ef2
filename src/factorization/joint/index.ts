export type { ModelAttribute } from '../model/factorModel.ts';
export { attributesOf, jointAttributes } from './jointAttributes.ts';
export { trainJoint } from './trainJoint.ts';
export { withJointAttribute } from './withJointAttribute.ts';
