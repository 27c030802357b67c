import { ApplicationCommandOptionType } from 'discord.js';
import type { Clock } from '../../src/base/clock.js';
import {
	type Answer,
	type Asked,
	onComponent,
	openModal,
	replyLater,
	turnLater,
	type Work,
} from '../../src/discord/interactions/handler.js';
import type { Answerable, ModalInput } from '../../src/discord/interactions/interaction-ports.js';
import { slashCommand } from '../../src/discord/interactions/slash-command.js';
import type { GuildSettingsStore } from '../../src/guilds/guild-settings.js';
import type { LinksOfServers } from '../../src/guilds/server-links.js';
import { commandText } from '../../src/i18n/command-text.js';
import type { References } from '../../src/moderation/references/references.js';
import type { VerificationReport } from '../../src/reporting/verification-report.js';
import type { Verification } from '../../src/verification/verify.js';
import type { VerifyOutcome } from '../../src/verification/verify-outcome.js';
import type { WaitingRoom } from '../../src/verification/waiting-room.js';
import { askForCode, sendCode, whereIsMyCode } from '../../src/views/custom-ids/verify-ids.js';
import { codeForm, codeInput, longestCode } from '../../src/views/verify/code-form.js';
import {
	type VerifyRefusal,
	verifyRefusalView,
	whereIsMyCodeView,
} from '../../src/views/verify/verify-refusal-view.js';
import { verifiedView } from '../../src/views/verify/verify-view.js';
import { editableMs, followRoles, heldRolesOf } from './follow-roles.js';

/** What a code is answered with. */
export interface VerifyServices {
	readonly verification: Pick<Verification, 'verify'>;
	readonly waitingRoom: Pick<WaitingRoom, 'wait'>;
	/** Gets every outcome. */
	readonly verificationReport: Pick<VerificationReport, 'outcome'>;
	readonly references: Pick<References, 'issue'>;
	readonly guilds: Pick<GuildSettingsStore, 'read'>;
	readonly links: Pick<LinksOfServers, 'of' | 'from'>;
	readonly clock: Clock;
}

/** `/verify`: proves a purchase by its code; without one the form for it opens. */
export const verify = slashCommand('verify', {
	access: 'everyone',
	options: [
		{
			type: ApplicationCommandOptionType.String,
			...commandText('verify.code'),
			required: false,
			max_length: longestCode,
		},
	],
	answer: (asked, services: VerifyServices) => {
		const typed = asked.interaction.options.getString('code');
		return typed === null ? openModal(codeForm(asked.t)) : replyLater(verified(asked, typed, services));
	},
});

/** The buttons that lead to a code, wherever they are, and the form for it. */
export const verifyComponents = [
	onComponent('button', askForCode, 'everyone', ({ t }) => openModal(codeForm(t))),
	onComponent('modal', sendCode, 'everyone', (asked: Asked<ModalInput>, services: VerifyServices) =>
		turnLater(verified(asked, asked.interaction.fields.getTextInputValue(codeInput), services)),
	),
	onComponent(
		'button',
		whereIsMyCode,
		'everyone',
		({ interaction, t }, { links }: VerifyServices): Answer =>
			turnLater(async () => {
				const { guildId } = interaction;
				return whereIsMyCodeView(t, { guildId, links: await links.of(guildId) });
			}),
	),
];

/** Answers to a code, whichever way it came: the same limits, the same answer, the same report for each. */
function verified(
	{ interaction, t }: Asked<Answerable>,
	input: string,
	{ verification, waitingRoom, verificationReport, references, guilds, links, clock }: VerifyServices,
): Work {
	const startedAt = clock.now();
	const { guildId, user } = interaction;
	const request = { guildId, userId: user.id, input, heldRoles: heldRolesOf(interaction) };

	async function referenceOf(outcome: VerifyOutcome): Promise<string> {
		// What was no guess is nothing to look up.
		if (outcome.kind !== 'invalid' && outcome.kind !== 'taken' && outcome.kind !== 'uncheckable') return '';
		const hash = outcome.kind === 'taken' ? { hash: outcome.hash } : {};
		return await references.issue({ guildId, userId: user.id, why: outcome.kind, ...hash });
	}

	return async (show) => {
		const reading = guilds.read(guildId);
		// Nobody may be waiting for it when it fails.
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
			// Those of a member who has waited may be out of date.
			verificationReport.outcome(interaction, outcome, shown, outcome === first ? settings : undefined);
			return reference;
		};

		let outcome = first;
		// A refused key is for the staff: no waiting helps.
		if (outcome.kind === 'uncheckable' && outcome.reason !== 'bad-key') {
			await report(outcome);
			const later = await waitingRoom.wait({
				request,
				retryAt: outcome.retryAt,
				until: startedAt + editableMs,
				tell: (nextTryAt) => show(refused({ kind: 'waiting', nextTryAt })),
			});
			if (later === 'gave-up') return refused({ kind: 'gave-up' });
			outcome = later;
		}
		const reference = await report(outcome);
		if (outcome.kind === 'uncheckable') return refused({ kind: 'key-refused' }, reference);
		if (outcome.kind !== 'verified') return refused(outcome, reference);
		const purchase = outcome;
		await followRoles(purchase.role, clock, startedAt, (told) => {
			// The payload shows the screening before the queue has asked Discord.
			const isHeldBack = interaction.member.pending && (told.state === 'waiting' || told.state === 'late');
			const roles = isHeldBack ? ({ state: 'member-pending' } as const) : told;
			return show(verifiedView(t, { ...purchase, roles }, { place, now: startedAt }));
		});
		return undefined;
	};
}
