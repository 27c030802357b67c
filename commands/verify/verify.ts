import { ApplicationCommandOptionType } from 'discord.js';
import type { Clock } from '../../src/base/clock.js';
import {
	type Answer,
	type Asked,
	onComponent,
	openForm,
	privately,
	showPage,
	type Work,
} from '../../src/discord/interactions/handler.js';
import { slashCommand } from '../../src/discord/interactions/slash-command.js';
import type { GuildSettingsStore } from '../../src/guilds/guild-settings.js';
import type { LinksOfServers } from '../../src/guilds/server-links.js';
import { commandText } from '../../src/i18n/command-text.js';
import type { References } from '../../src/moderation/references/references.js';
import type { VerificationReport } from '../../src/reporting/verification-report.js';
import type { Verification } from '../../src/verification/verify.js';
import type { VerifyOutcome } from '../../src/verification/verify-outcome.js';
import type { WaitingRoom } from '../../src/verification/waiting-room.js';
import { askForCode, sendCode, whereIsMyCode } from '../../src/views/custom-ids/purchase-ids.js';
import {
	type VerifyRefusal,
	verifyRefusalView,
	whereIsMyCodeView,
} from '../../src/views/verify/verify-refusal-view.js';
import { codeForm, codeInput, maxCodeLength, verifiedView } from '../../src/views/verify/verify-view.js';
import { editableMs, followRoles, heldRolesOf } from './follow-roles.js';

export interface VerifyServices {
	readonly verification: Pick<Verification, 'verify'>;
	readonly waitingRoom: Pick<WaitingRoom, 'wait'>;
	/** Receives every outcome. */
	readonly verificationReport: Pick<VerificationReport, 'outcome'>;
	readonly references: Pick<References, 'issue'>;
	readonly guilds: Pick<GuildSettingsStore, 'read'>;
	readonly links: Pick<LinksOfServers, 'of' | 'from'>;
	readonly clock: Clock;
}

/** `/verify`: proves a purchase with its code; without one, opens the modal for it. */
export const verify = slashCommand('verify', {
	access: 'everyone',
	options: [
		{
			type: ApplicationCommandOptionType.String,
			...commandText('verify.code'),
			required: false,
			max_length: maxCodeLength,
		},
	],
	answer: (asked, services: VerifyServices) => {
		const typed = asked.fields.optionalText('code');
		return typed === undefined ? openForm(codeForm(asked.t)) : privately(verified(asked, typed, services));
	},
});

/** The buttons that open the code modal, wherever they are, and the modal. */
export const verifyComponents = [
	onComponent('button', askForCode, 'everyone', ({ t }) => openForm(codeForm(t))),
	onComponent('modal', sendCode, 'everyone', (asked: Asked, services: VerifyServices) =>
		showPage(verified(asked, asked.fields.text(codeInput), services)),
	),
	onComponent(
		'button',
		whereIsMyCode,
		'everyone',
		({ guildId, t }, { links }: VerifyServices): Answer =>
			showPage(async () => {
				return whereIsMyCodeView(t, { guildId, links: await links.of(guildId) });
			}),
	),
];

/** Verifies a code from any source, with the same limits, answer and report. */
function verified(
	asked: Asked,
	input: string,
	{ verification, waitingRoom, verificationReport, references, guilds, links, clock }: VerifyServices,
): Work {
	const { t } = asked;
	const startedAt = clock.now();
	const { guildId, userId } = asked;
	const request = { guildId, userId, input, heldRoles: heldRolesOf(asked) };

	async function referenceOf(outcome: VerifyOutcome): Promise<string> {
		// Other outcomes give staff nothing to look up.
		if (outcome.kind !== 'invalid' && outcome.kind !== 'taken' && outcome.kind !== 'uncheckable') return '';
		const hash = outcome.kind === 'taken' ? { hash: outcome.hash } : {};
		return await references.issue({ guildId, userId, why: outcome.kind, ...hash });
	}

	return async (show) => {
		const reading = guilds.read(guildId);
		// Handled here, because it may fail before it is awaited.
		const read = reading.then(
			({ settings }) => settings,
			() => undefined,
		);
		const first = await verification.verify({ ...request, settings: reading });
		const settings = await read;
		const place = { guildId, links: links.from(guildId, settings) };
		const refused = (refusal: VerifyRefusal, reference = '') =>
			verifyRefusalView(t, refusal, { place, reference });
		const report = async (outcome: VerifyOutcome): Promise<string> => {
			const reference = await referenceOf(outcome);
			const shown = reference === '' ? undefined : reference;
			// The interaction's roles may be out of date for a member who has waited.
			verificationReport.outcome(asked, outcome, shown, outcome === first ? settings : undefined);
			return reference;
		};

		let outcome = first;
		// The staff see to a rejected key, or to a refusal in unknown words: waiting doesn't help.
		if (outcome.kind === 'uncheckable' && outcome.reason !== 'bad-key' && outcome.reason !== 'refused') {
			await report(outcome);
			const later = await waitingRoom.wait({
				request,
				retryAt: outcome.retryAt,
				until: startedAt + editableMs,
				notify: (nextTryAt) => show(refused({ kind: 'waiting', nextTryAt })),
			});
			if (later === 'gave-up') return refused({ kind: 'gave-up' });
			outcome = later;
		}
		const reference = await report(outcome);
		if (outcome.kind === 'uncheckable') {
			const kind = outcome.reason === 'refused' ? 'refused' : 'key-refused';
			return refused({ kind }, reference);
		}
		if (outcome.kind !== 'verified') return refused(outcome, reference);
		const purchase = outcome;
		await followRoles(purchase.role, clock, startedAt, (progress) => {
			// The payload contains the rules screening before the queue has asked Discord.
			const isHeldBack = asked.isPending && (progress.state === 'waiting' || progress.state === 'late');
			const roles = isHeldBack ? ({ state: 'member-pending' } as const) : progress;
			return show(verifiedView(t, { ...purchase, roles }, { place, now: startedAt }));
		});
		return undefined;
	};
}
