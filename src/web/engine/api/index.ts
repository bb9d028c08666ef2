/** Every job of the engine. Each view adds its own file here. */
import type { Job } from '../jobs/job.ts';
import { auditJobs } from './audit.ts';
import { questionnaireJobs } from './questionnaire.ts';

/** How the hot loops run on this machine. */
const describeKernels: Job<
  undefined,
  { readonly kind: 'wasm' | 'twin'; readonly fallbackReason: string | undefined }
> = (_, { kernels: { kind, fallbackReason } }) => ({ kind, fallbackReason });

export const jobs = { describeKernels, ...auditJobs, ...questionnaireJobs };

type Jobs = typeof jobs;
export type JobName = keyof Jobs;
export type JobInput<Name extends JobName> = Parameters<Jobs[Name]>[0];
export type JobOutput<Name extends JobName> = Awaited<ReturnType<Jobs[Name]>>;
