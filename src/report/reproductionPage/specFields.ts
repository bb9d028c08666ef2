/** Checks of the fields of a spec that people write: an error names the file, the field and what it may be. */
import { UlteriorError } from '../../errors/index.ts';

export class SpecFields {
  private readonly file: string;
  private readonly fields: Readonly<Record<string, unknown>>;

  /** `file` as it is named in errors. */
  constructor(file: string, fields: object | undefined) {
    this.file = file;
    this.fields = { ...fields };
  }

  refusal(field: string, value: unknown, wanted: string): UlteriorError {
    const found = value === undefined ? 'missing' : JSON.stringify(value);
    return new UlteriorError('FILE_MALFORMED', `${this.file}: ${field} is ${found}`, `${field} must be ${wanted}`, {
      file: this.file,
      field,
    });
  }

  /** A misspelt field would otherwise be passed over in silence. */
  only(names: readonly string[]): void {
    for (const name of Object.keys(this.fields)) this.oneOf('a field', names, name);
  }

  text(...names: readonly string[]): void {
    for (const name of names) {
      const value = this.fields[name];
      if (typeof value !== 'string' || value === '') throw this.refusal(name, value, 'a text');
    }
  }

  number(...names: readonly string[]): void {
    for (const name of names) {
      if (!Number.isFinite(this.fields[name])) throw this.refusal(name, this.fields[name], 'a number');
    }
  }

  /** A list with at least this many entries. */
  list(name: string, least: number): void {
    const value = this.fields[name];
    if (Array.isArray(value) && value.length >= least) return;
    throw this.refusal(name, value, least === 0 ? 'a list' : `a list of at least ${least}`);
  }

  oneOf(name: string, wanted: readonly unknown[], value: unknown = this.fields[name]): void {
    if (!wanted.includes(value)) throw this.refusal(name, value, `one of ${wanted.join(', ')}`);
  }
}
