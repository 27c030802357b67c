import type { APIEmbed } from 'discord.js';
import type { MessageView } from './message.js';
import { noMentions } from './message.js';
import { foreignLine, timestamp } from './text.js';

/** What a member can be told of a verification. Times are milliseconds since the epoch. */
export type VerifyAnswer =
	| {
			readonly kind: 'verified';
			readonly claim: {
				readonly item: { readonly name: string };
				readonly licenseType: string;
				readonly supportedUntil: number | undefined;
			};
			readonly returning: boolean;
			/** How far the role has come. */
			readonly role: 'granted' | 'waiting' | 'blocked' | 'member-left';
	  }
	| { readonly kind: 'not-a-code' | 'invalid' | 'taken' }
	| { readonly kind: 'limited'; readonly retryAt: number }
	| { readonly kind: 'uncheckable'; readonly reason: string; readonly retryAt: number | undefined };

const green = 0x2e_a0_43;
const amber = 0xd2_99_22;
const red = 0xcf_22_2e;

/**
 * The answer to a member who wants to verify: what happened first, then what to do next. `now` is milliseconds since
 * the epoch; `reference` is what staff can find the case by.
 */
export function verifyView(answer: VerifyAnswer, context: { now: number; reference: string }): MessageView {
	switch (answer.kind) {
		case 'verified':
			return card(verifiedEmbed(answer, context.now));
		case 'not-a-code':
			return card({
				color: amber,
				title: 'That is not a purchase code',
				description: [
					'A code looks like `xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx`. You find it in the receipt e-mail and on the downloads page of the shop.',
					'An order number or a licence key of another shop does not work here.',
				].join('\n\n'),
			});
		case 'invalid':
			return card({
				color: red,
				title: 'Invalid purchase code',
				description: [
					'The shop does not know this code. Please copy it once more from your receipt, whole and without changes: one missing letter is enough.',
					'If the purchase was refunded, its code no longer works. Still stuck? Show staff this reference, **never the code itself**.',
				].join('\n\n'),
				footer: { text: `Reference ${context.reference}` },
			});
		case 'taken':
			return card({
				color: red,
				title: 'This code is already in use',
				description:
					'Another member has verified with it, and a code works for one person. If it is your purchase, ask staff and show them this reference, **never the code itself**.',
				footer: { text: `Reference ${context.reference}` },
			});
		case 'limited':
			return card({
				color: amber,
				title: 'Too many wrong codes',
				description: `Please try again ${relative(answer.retryAt)}. Use the time to find the right code: it is in the receipt e-mail and on the downloads page of the shop.`,
			});
		case 'uncheckable':
			return card(uncheckableEmbed(answer, context));
	}
}

function verifiedEmbed(answer: Extract<VerifyAnswer, { kind: 'verified' }>, now: number): APIEmbed {
	const { claim, returning, role } = answer;
	const item = `**${foreignLine(claim.item.name, 200)}**`;
	const opening = returning
		? `${item} is already yours.`
		: `${item} is now yours here. Thank you for buying it!`;
	return {
		color: role === 'blocked' || role === 'member-left' ? amber : green,
		title: returning ? 'Welcome back' : 'Purchase verified',
		description: `${opening}\n\n${roleSentence(role)}`,
		fields: [
			...(claim.licenseType === ''
				? []
				: [{ name: 'Licence', value: foreignLine(claim.licenseType, 200), inline: true }]),
			{ name: 'Support', value: supportText(claim.supportedUntil, now), inline: true },
		],
	};
}

function roleSentence(role: Extract<VerifyAnswer, { kind: 'verified' }>['role']): string {
	switch (role) {
		case 'granted':
			return 'You have the buyer role.';
		case 'waiting':
			return 'Your role is on its way. This message changes when it is there, you need not do anything.';
		case 'blocked':
			return 'Only the role is missing: this server does not let me give it right now. **Staff must fix that** and has been told. Your purchase is safely recorded, and the role follows by itself.';
		case 'member-left':
			return 'You are no longer a member of this server. Your purchase is safely recorded: come back and use /verify again.';
	}
}

function supportText(supportedUntil: number | undefined, now: number): string {
	if (supportedUntil === undefined) return 'not included';
	const date = timestamp(supportedUntil, 'D');
	return supportedUntil > now ? `until ${date}` : `ended ${date}`;
}

function uncheckableEmbed(
	answer: Extract<VerifyAnswer, { kind: 'uncheckable' }>,
	context: { reference: string },
): APIEmbed {
	const again =
		answer.retryAt === undefined
			? 'Please try again in a few minutes.'
			: `Please try again ${relative(answer.retryAt)}.`;
	return {
		color: amber,
		title: 'Your code cannot be checked right now',
		description: [
			'The shop gives no proper answer. That says nothing about your code, and this try does not count.',
			answer.reason === 'bad-key' ? 'Staff has been told. Please try again later.' : again,
		].join('\n\n'),
		footer: { text: `Reference ${context.reference}` },
	};
}

/** Rounded up: who comes back at the second that is shown must not be too early. */
function relative(ms: number): string {
	return timestamp(Math.ceil(ms / 1000) * 1000, 'R');
}

function card(embed: APIEmbed): MessageView {
	return { content: '', embeds: [embed], components: [], allowedMentions: noMentions };
}
