import { onComponent, openModal, turnLater } from '../../src/discord/interactions/handler.js';
import { holderOf, longHash, openDownload, sendDownload } from '../../src/views/custom-ids/moderation-ids.js';
import { evidenceModal, evidenceView } from '../../src/views/moderation/evidence-view.js';
import { laterView } from '../../src/views/moderation/moderation-member-view.js';
import { peopleIn } from '../../src/views/moderation/moderation-text.js';
import { reasonIn } from './moderation-forms.js';
import { carriedPage } from './moderation-pages.js';
import { type ModerationServices, moderatorOf } from './moderation-services.js';

/** The file about a purchase, for home's staff alone. It counts as a look at a member's purchases. */
export const evidenceComponents = [
	onComponent('button', openDownload, 'home-staff', (asked, { formLabels }: ModerationServices) => {
		const { args, interaction, t } = asked;
		const [short, holder] = args;
		const { guildId } = interaction;
		const labels = formLabels.recall({ guildId, hash: longHash(short), holderId: holderOf(holder) });
		return openModal(evidenceModal(t, sendDownload.encode(short, holder), labels));
	}),
	onComponent('modal', sendDownload, 'home-staff', (asked, services: ModerationServices) =>
		turnLater(async () => {
			const { args, interaction, t, guildT } = asked;
			const { evidence, staffLimits, memberNames } = services;
			const [short, holder] = args;
			const moderator = moderatorOf(interaction);
			const { userId, guildId } = moderator;
			const retryAt = await staffLimits.whoisRetryAt({ userId, guildId }, holder);
			if (retryAt !== undefined) return laterView(t, retryAt);
			const request = { hash: longHash(short), holderId: holderOf(holder), why: reasonIn(interaction) };
			const outcome = await evidence.of(request, moderator);
			if (outcome.kind !== 'done') return await carriedPage(asked, services, outcome);
			const { file, holderId } = outcome.evidence.purchase;
			const nameOf = await memberNames.of([holderId, userId, ...peopleIn(file.history)]);
			return evidenceView(t, guildT, outcome, nameOf);
		}),
	),
];
