import { ApplicationCommandOptionType } from 'discord.js';
import type { Answerable } from '../src/discord/command.js';
import { type Answer, type Asked, replyLater } from '../src/discord/handler.js';
import { slashCommand } from '../src/discord/slash-command.js';
import { commandText } from '../src/i18n/command-text.js';
import type { References } from '../src/references/references.js';
import type { Verification, VerifyOutcome } from '../src/verification/verify.js';
import { verifyView } from '../src/views/verify-view.js';
import { followRole, heldRolesOf, type RolePatience } from './role-answer.js';

export interface VerificationService extends RolePatience, Pick<Verification, 'verify'> {
	/** Told of every outcome, with the reference that the member sees where it is a refusal. */
	onOutcome(
		interaction: Pick<Answerable, 'id' | 'guildId' | 'user'>,
		outcome: VerifyOutcome,
		reference: string | undefined,
	): void;
}

/** What a code is answered with. */
export interface VerifyServices {
	readonly verification: VerificationService;
	readonly references: Pick<References, 'issue'>;
}

/** `/verify code`: proves a purchase. */
export const verify = slashCommand('verify', {
	access: 'everyone',
	options: [
		{
			type: ApplicationCommandOptionType.String,
			...commandText('verify.code'),
			required: true,
			// Long enough for a whole pasted receipt line, in which the code is then looked for.
			max_length: 500,
		},
	],
	answer: (asked, services: VerifyServices) =>
		verified(asked, asked.interaction.options.getString('code', true), services),
});

/** Answers to a code, whichever way it came: the same limits, the same answer, the same report for each. */
export function verified(
	{ interaction, t }: Asked<Answerable>,
	input: string,
	{ verification, references }: VerifyServices,
): Answer {
	const startedAt = verification.now();
	const { guildId, user } = interaction;
	return replyLater(async (show) => {
		const heldRoles = heldRolesOf(interaction);
		const outcome = await verification.verify({ guildId, userId: user.id, input, heldRoles });
		if (outcome.kind !== 'verified') {
			const hash = outcome.kind === 'taken' ? { hash: outcome.hash } : {};
			const reference = await references.issue({ guildId, userId: user.id, why: outcome.kind, ...hash });
			verification.onOutcome(interaction, outcome, reference);
			return verifyView(t, outcome, { now: startedAt, reference });
		}
		verification.onOutcome(interaction, outcome, undefined);
		const context = { now: startedAt, reference: '' };
		await followRole(outcome.role, verification, startedAt, (role) =>
			show(verifyView(t, { ...outcome, role }, context)),
		);
		return undefined;
	});
}
