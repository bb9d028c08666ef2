/** Models of types, for commands that take one or several; a model of a number is refused by name. */
import { UlteriorError } from '../../errors/index.ts';
import { attributesOf, type FactorModel, isNumericModel } from '../../factorization/index.ts';
import { loadAnyModel } from '../../runtime/index.ts';

export async function loadTypeModels(paths: readonly string[]): Promise<FactorModel[]> {
  const models: FactorModel[] = [];
  for (const path of paths) {
    const model = await loadAnyModel(path);
    if (isNumericModel(model)) {
      throw new UlteriorError(
        'ATTRIBUTE_KIND',
        `"${path}" infers ${model.attribute.name}, which is a number there`,
        'pass models of groups: cut the number into groups, as in age>=35',
        { path },
      );
    }
    models.push(model);
  }
  const names = models.flatMap((model) => attributesOf(model).attributes.map(({ name }) => name));
  const repeated = names.find((name, at) => names.indexOf(name) !== at);
  if (repeated === undefined) return models;
  throw new UlteriorError(
    'PARAMETER_OUT_OF_RANGE',
    `two of the models infer ${repeated}`,
    'pass one model per attribute',
    { attribute: repeated },
  );
}
