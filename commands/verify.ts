import { ApplicationCommandOptionType } from 'discord.js';
import type { Answerable } from '../src/discord/command.js';
import { type Answer, type Asked, replyLater } from '../src/discord/handler.js';
import { slashCommand } from '../src/discord/slash-command.js';
import { commandText } from '../src/i18n/command-text.js';
import type { Verification, VerifyOutcome } from '../src/verification/verify.js';
import { verifyView } from '../src/views/verify-view.js';
import { followRole, heldRolesOf, type RolePatience } from './role-answer.js';

export interface VerificationService extends RolePatience, Pick<Verification, 'verify'> {
	/** Told of every outcome, with the reference that the member sees. */
	onOutcome(interaction: Pick<Answerable, 'id' | 'guildId' | 'user'>, outcome: VerifyOutcome): void;
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
	answer: (asked, { verification }: { readonly verification: VerificationService }) =>
		verified(asked, asked.interaction.options.getString('code', true), verification),
});

/** Answers to a code, whichever way it came: the same limits, the same answer, the same report for each. */
export function verified(
	{ interaction, t }: Asked<Answerable>,
	input: string,
	verification: VerificationService,
): Answer {
	const startedAt = verification.now();
	const { id, guildId, user } = interaction;
	return replyLater(async (show) => {
		const heldRoles = heldRolesOf(interaction);
		const outcome = await verification.verify({ guildId, userId: user.id, input, heldRoles });
		verification.onOutcome(interaction, outcome);
		const context = { now: startedAt, reference: id };
		if (outcome.kind !== 'verified') return verifyView(t, outcome, context);
		await followRole(outcome.role, verification, startedAt, (role) =>
			show(verifyView(t, { ...outcome, role }, context)),
		);
		return undefined;
	});
}
