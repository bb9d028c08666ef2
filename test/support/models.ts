export {
  type ModelParts,
  modelFrom,
  type RandomModelSpec,
  randomAnswers,
  randomAnswersAndSkips,
  randomChannelModel,
  randomModel,
} from '../../src/testing/models.ts';
