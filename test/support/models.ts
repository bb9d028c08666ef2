export {
  modelFrom,
  randomAnswers,
  randomAnswersAndSkips,
  randomChannelModel,
  randomModel,
} from '../../src/testing/models.ts';
