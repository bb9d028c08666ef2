/**
 * One registry of everything that can go wrong. A code is stable; its kind decides the exit status of the command
 * line. `docs/errors.md` lists the same codes, and a test compares the two.
 */

type ErrorKind = 'usage' | 'data' | 'fault';

/** Exit status of the command line: 2 the call is wrong, 3 the data are wrong, 1 the fault is ours. */
export const exitStatus: Readonly<Record<ErrorKind, number>> = { usage: 2, data: 3, fault: 1 };

/** Exit status of a gate: the run went well, and found what the call says to fail on. No error. */
export const gateStatus = 4;

/** Every code, with its kind and its title. */
export const errorCodes = {
  RATING_NOT_FINITE: { kind: 'data', title: 'A rating is not a finite number' },
  RATING_DUPLICATE: { kind: 'data', title: 'A user rates the same item twice' },
  RATING_OUT_OF_RANGE: { kind: 'data', title: 'A rating refers to a user or item that does not exist' },
  RATING_OFF_SCALE: { kind: 'data', title: 'A rating lies outside the rating scale' },
  ANSWER_UNKNOWN: { kind: 'data', title: 'An answer in words has no place on the scale' },
  DATA_DOUBTFUL: { kind: 'data', title: 'Something in the data would make figures wrong' },
  USER_WITHOUT_RATINGS: { kind: 'data', title: 'A user has no ratings' },
  ITEM_WITHOUT_RATINGS: { kind: 'data', title: 'An item has no ratings' },
  DATASET_EMPTY: { kind: 'data', title: 'No ratings are left' },
  ATTRIBUTE_UNKNOWN: { kind: 'usage', title: 'The data have no attribute with that name' },
  ATTRIBUTE_SINGLE_VALUED: { kind: 'data', title: 'An attribute needs at least two values that occur' },
  GROUPS_TOO_SMALL: { kind: 'data', title: 'Fewer than two groups have enough people' },
  PEOPLE_TOO_FEW: { kind: 'data', title: 'There are too few people for an audit' },
  ATTRIBUTE_INVALID: { kind: 'data', title: 'An attribute does not fit the users' },
  ATTRIBUTE_KIND: {
    kind: 'usage',
    title: 'An attribute is a number where groups are needed, or the other way round',
  },
  VOCABULARY_INVALID: { kind: 'data', title: 'Ids repeat, or titles do not fit the ids' },
  PARAMETER_OUT_OF_RANGE: { kind: 'usage', title: 'A parameter is outside its range' },
  TRAINING_DIVERGED: { kind: 'data', title: 'Training diverged' },
  TRAINING_SINGULAR: { kind: 'data', title: 'A linear system of the training has no unique solution' },
  TRAINING_TOO_LARGE: { kind: 'data', title: 'The training does not fit into the memory of the kernels' },
  MODEL_FOREIGN: { kind: 'data', title: 'The file is not an Ulterior model' },
  MODEL_TRUNCATED: { kind: 'data', title: 'The model file ends early' },
  MODEL_ALTERED: { kind: 'data', title: 'The model file was altered' },
  MODEL_VERSION: { kind: 'data', title: 'The model file has a format this version does not read' },
  MODEL_INVALID: { kind: 'data', title: 'The parts of a model do not fit together' },
  CLASSIFIER_DID_NOT_CONVERGE: { kind: 'data', title: 'A classifier did not converge' },
  ATTACKERS_FAILED: { kind: 'data', title: 'No attacker could run' },
  SCORE_NOT_FINITE: { kind: 'data', title: 'A score by which people are ranked is not a finite number' },
  STRATEGY_UNKNOWN: { kind: 'usage', title: 'No strategy has that name' },
  STRATEGY_UNSUITABLE: { kind: 'usage', title: 'The strategy cannot work with this model' },
  PLUGIN_NOT_FOUND: { kind: 'usage', title: 'The file of a plug-in cannot be found or read' },
  PLUGIN_BROKEN: { kind: 'usage', title: 'The module of a plug-in fails when it is loaded' },
  PLUGIN_FOREIGN: { kind: 'usage', title: 'The module does not export a plug-in' },
  PLUGIN_VERSION: { kind: 'usage', title: 'The plug-in was written for another version of the interface' },
  PLUGIN_INCOMPLETE: { kind: 'usage', title: 'A definition of a plug-in lacks something, or has too much' },
  PLUGIN_NAME_TAKEN: { kind: 'usage', title: 'A plug-in uses a name that is taken' },
  PLUGIN_CHANGED: { kind: 'usage', title: 'The file of a plug-in changed while it was in use' },
  PLUGIN_NOT_LOADED: { kind: 'usage', title: 'A spec names a plug-in that is not loaded' },
  PLUGIN_MISBEHAVED: { kind: 'data', title: 'A definition gave a result that it must not give' },
  PLUGIN_REFUSED: { kind: 'usage', title: 'A request may not name plug-ins' },
  SECRET_UNUSABLE: { kind: 'data', title: 'A secret is too short, or others can read it' },
  ANSWER_OFF_SCALE: { kind: 'data', title: 'The answer is outside the rating scale' },
  ITEM_ANSWERED_TWICE: { kind: 'data', title: 'The item was answered already' },
  ITEM_UNKNOWN: { kind: 'data', title: 'The model has no such item' },
  ITEM_NOT_ASKED: { kind: 'usage', title: 'The answer is for an item that was not asked' },
  INTERVIEW_STOPPED: { kind: 'usage', title: 'The interview has stopped' },
  INTERVIEW_NOTHING_TO_UNDO: { kind: 'usage', title: 'There is nothing to undo' },
  TRANSCRIPT_MISMATCH: { kind: 'data', title: 'The transcript does not belong to this interview' },
  FILE_NOT_READABLE: { kind: 'data', title: 'A file cannot be read' },
  FILE_NOT_WRITABLE: { kind: 'data', title: 'A file cannot be written' },
  RECORDS_FOREIGN: { kind: 'data', title: 'A file contains no records of an audit' },
  CALL_INVALID: { kind: 'usage', title: 'A command lacks something it needs, or was given something it does not take' },
  FLAG_UNKNOWN: { kind: 'usage', title: 'A command does not have such a flag' },
  CHECK_CONFIG: { kind: 'usage', title: 'A file of checks is not written correctly' },
  DATA_FILE: { kind: 'usage', title: 'A data file is not written correctly' },
  DATA_FILE_EXISTS: { kind: 'usage', title: 'Another data file is in the place of the new one' },
  DATA_CHANGED: { kind: 'data', title: 'A table is not the one that its data file describes' },
  BROWSER_MISSING: { kind: 'usage', title: 'A PDF needs a browser that is not there' },
  UNITS_MISSING: { kind: 'usage', title: 'Units of the work have no result yet' },
  SCRIPT_FAILED: { kind: 'fault', title: 'A script that prints figures of the documents failed' },
  CHECKPOINT_FOREIGN: { kind: 'usage', title: 'A folder contains the checkpoints of other work' },
  PLAN_FOREIGN: { kind: 'data', title: 'A folder contains no plan of a training' },
  PLAN_VERSION: { kind: 'data', title: 'A plan has a format this version does not read' },
  PLAN_ALTERED: { kind: 'data', title: 'A file of a plan was altered or is missing' },
  PLAN_MISMATCH: { kind: 'data', title: 'The ratings are not those that the plan was made for' },
  SWEEP_MISSING: { kind: 'data', title: 'A training cannot go on: the file of a sweep is missing' },
  TRAINING_LOCKED: { kind: 'usage', title: 'Another training works in the same folder' },
  SPARK_FAILED: { kind: 'fault', title: 'Apache Spark ended with an error of its own' },
  PACKAGE_MISSING: { kind: 'usage', title: 'A package that this part needs is not installed' },
  COLUMN_MISSING: { kind: 'data', title: 'A table lacks a column' },
  COLUMN_TYPE: { kind: 'data', title: 'A column has values of a type that it must not have' },
  COLUMN_REPEATED: { kind: 'data', title: 'A table has two columns of the same name' },
  ROW_RAGGED: { kind: 'data', title: 'A row has more or fewer columns than the others' },
  ID_MISSING: { kind: 'data', title: 'A row has no user or item' },
  IDS_NOT_SHARED: { kind: 'data', title: 'Two tables share no ids, or hardly any' },
  ROWS_NOT_MATCHED: { kind: 'data', title: 'The rows of two tables cannot be matched' },
  ATTRIBUTE_EXPRESSION: { kind: 'usage', title: 'An attribute expression is not written correctly' },
  ATTRIBUTE_VALUE_UNKNOWN: { kind: 'data', title: 'An attribute has a value that its expression does not cover' },
  ATTRIBUTE_WITHOUT_USERS: { kind: 'data', title: 'No user has the attribute' },
  SOURCE_UNKNOWN: { kind: 'usage', title: 'No data have that name, or a setting of them is wrong' },
  FILE_EMPTY: { kind: 'data', title: 'A file has no rows' },
  FILE_ENCODING: { kind: 'data', title: 'A file is not in the stated encoding' },
  FILE_TRUNCATED: { kind: 'data', title: 'A file ends early' },
  FILE_MALFORMED: { kind: 'data', title: 'A file is not in the format it should have' },
  FILE_FOREIGN: { kind: 'data', title: 'A file is of a kind that Ulterior does not read' },
  COLUMN_NESTED: { kind: 'data', title: 'A column holds lists or records' },
  PICKLE_REFUSED: { kind: 'data', title: 'A file is a pickle, which would run code when it is read' },
  FILE_TOO_LARGE: { kind: 'data', title: 'A file unpacks to more than is allowed' },
  ARRAY_UNKNOWN: { kind: 'data', title: 'A file has no such array, or several that could be meant' },
  MODEL_FOLDER_INCOMPLETE: { kind: 'data', title: 'A folder lacks a part of a model or of a data set' },
  VECTORS_RAGGED: { kind: 'data', title: 'Vectors have different lengths' },
  VECTOR_NOT_FINITE: { kind: 'data', title: 'A vector contains something other than finite numbers' },
  IDS_UNKNOWN: { kind: 'data', title: 'A file names users or items that the data do not have' },
  LIST_ITEM_REPEATED: { kind: 'data', title: 'A list recommends the same item twice' },
  SURFACE_NOT_OFFERED: { kind: 'usage', title: 'A recommender does not have what is to be measured' },
  SURFACE_FIXED: { kind: 'usage', title: 'What was measured cannot be made again from other ratings' },
  RECOMMENDER_ADDRESS: { kind: 'usage', title: 'The address of a recommender, or a header for it, is refused' },
  RECOMMENDER_UNREACHABLE: { kind: 'data', title: 'The connection to a recommender fails' },
  RECOMMENDER_TIMEOUT: { kind: 'data', title: 'A recommender does not answer in time' },
  RECOMMENDER_REFUSED: { kind: 'data', title: 'A recommender answers with an error' },
  RECOMMENDER_REDIRECTED: { kind: 'data', title: 'A recommender sends requests to another address' },
  RECOMMENDER_NOT_JSON: { kind: 'data', title: 'The answer of a recommender is not JSON' },
  RECOMMENDER_ANSWER_INVALID: { kind: 'data', title: 'The answer of a recommender is not a list of recommendations' },
  RECOMMENDER_ANSWER_TOO_LARGE: { kind: 'data', title: 'The answer of a recommender has too many bytes' },
  RECOMMENDER_ITEM_UNKNOWN: { kind: 'data', title: 'A recommender names items that the data do not have' },
  RECOMMENDER_LIST_SHORT: { kind: 'data', title: 'A recommender gives fewer items than were asked for' },
  RECOMMENDER_BUDGET_USED: { kind: 'usage', title: 'The requests that a recommender may be sent are used up' },
  RECOMMENDER_INTERRUPTED: { kind: 'usage', title: 'The questions to a recommender were stopped' },
  LICENCE_REFUSED: { kind: 'usage', title: 'The licence of the data was not accepted' },
  DOWNLOAD_FAILED: { kind: 'data', title: 'A download did not complete' },
  DOWNLOAD_ALTERED: { kind: 'data', title: 'A download is not the file that was published' },
  STORE_UNAVAILABLE: { kind: 'data', title: 'The database cannot be opened, or does not answer' },
  STORE_LOCKED: { kind: 'usage', title: 'Another process uses the folder of the store' },
  STORE_NEWER: { kind: 'data', title: 'The store was made by a newer version' },
  STORE_NOT_EMPTY: { kind: 'usage', title: 'The store to write into is not empty' },
  BACKUP_DAMAGED: { kind: 'data', title: 'A backup was cut off or altered' },
  BACKUP_FOREIGN: { kind: 'usage', title: 'A file is not the backup, or not the key file, that is needed' },
  TRACES_NOT_SENT: { kind: 'data', title: 'A collector does not take traces' },
  REQUEST_INVALID: { kind: 'usage', title: 'The request does not match the interface description' },
  REQUEST_CONTRADICTORY: { kind: 'usage', title: 'Parts of the request do not go together' },
  REQUEST_TOO_COSTLY: { kind: 'usage', title: 'Working out the request takes more than is allowed' },
  REQUEST_TOO_LARGE: { kind: 'usage', title: 'The body of the request is too large' },
  MEDIA_TYPE_UNKNOWN: { kind: 'usage', title: 'The request has a body of a kind that is not accepted here' },
  NOT_FOUND: { kind: 'usage', title: 'There is nothing at that address' },
  METHOD_NOT_ALLOWED: { kind: 'usage', title: 'The address does not take that method' },
  CREDENTIAL_REFUSED: { kind: 'usage', title: 'The request has no key that gives access' },
  SCOPE_TOO_SMALL: { kind: 'usage', title: 'The key does not allow this' },
  LAST_ADMIN_KEY: { kind: 'usage', title: 'The last key of an administrator cannot be revoked' },
  LAB_ONLY: { kind: 'usage', title: 'Participants may not see this' },
  CONSENT_MISSING: { kind: 'usage', title: 'An interview needs consent' },
  INTERVIEW_CHANGED: { kind: 'usage', title: 'The interview was changed by another request' },
  IDEMPOTENCY_MISMATCH: { kind: 'usage', title: 'An idempotency key was used for another request' },
  TOO_MANY_REQUESTS: { kind: 'usage', title: 'There were too many requests' },
  MODEL_IN_USE: { kind: 'usage', title: 'Interviews still refer to the model' },
  UPLOAD_TOO_COSTLY: { kind: 'data', title: 'Reading the upload takes more than is allowed' },
  AUDIT_UNFINISHED: { kind: 'usage', title: 'The audit has no records yet' },
  SERVICE_BUSY: { kind: 'fault', title: 'The service is too busy for this now' },
  SERVICE_FAULT: { kind: 'fault', title: 'Something went wrong inside the service' },
  INVARIANT_BROKEN: { kind: 'fault', title: 'A result contradicts itself' },
} as const satisfies Record<string, { kind: ErrorKind; title: string }>;

/** The name of a kind of error. docs/errors.md lists them. */
export type ErrorCode = keyof typeof errorCodes;

/** What went wrong and where (`message`), what to do about it (`advice`), and the numbers behind it (`details`). */
export class UlteriorError extends Error {
  readonly code: ErrorCode;
  readonly advice: string;
  readonly details: Readonly<Record<string, unknown>>;

  constructor(code: ErrorCode, message: string, advice: string, details: Readonly<Record<string, unknown>> = {}) {
    super(message);
    this.name = 'UlteriorError';
    this.code = code;
    this.advice = advice;
    this.details = details;
  }

  get kind(): ErrorKind {
    return errorCodes[this.code].kind;
  }
}
