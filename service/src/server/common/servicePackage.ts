/** Files of this package: what its threads start, and the built page of the administrator. */
import { filesOfPackage } from 'ulterior/service-parts';

export const serviceFile = filesOfPackage(import.meta.url);
