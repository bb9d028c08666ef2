import { AboutPage } from '../about/AboutPage.tsx';
import { AuditPage } from '../audit/AuditPage.tsx';
import { QuestionnairePage } from '../questionnaire/QuestionnairePage.tsx';
import { TryPage } from '../try/TryPage.tsx';

/** By the part of the address behind #. */
export const views = { audit: AuditPage, questionnaire: QuestionnairePage, about: AboutPage, more: TryPage } as const;
