import type { APIActionRowComponent, APIButtonComponentWithURL, APIEmbed } from 'discord.js';
import type { Translator } from '../i18n/translator.js';
import type { Item } from '../marketplace/schemas.js';
import { row } from './components.js';
import { embedUrl, linkButtons } from './links.js';
import type { MessageView } from './message.js';
import { noMentions } from './message.js';
import { foreignLine, timestamp } from './text.js';

type ItemMedia = Pick<Item, 'thumbnailUrl' | 'previewImageUrl' | 'previewVideoUrl' | 'previewAudioUrl'>;

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
			/** Support had ended as far as we knew, and the marketplace says that it was renewed. */
			readonly renewed?: boolean;
			/** The item's pictures and previews, as the marketplace has their addresses. */
			readonly media?: ItemMedia | undefined;
			/** The state of the role. */
			readonly role: 'granted' | 'waiting' | 'blocked' | 'unchosen' | 'member-left';
	  }
	| { readonly kind: 'not-a-code' | 'invalid' | 'taken' }
	| {
			readonly kind: 'limited';
			readonly because: 'wrong-codes' | 'many-codes' | 'still-checking';
			readonly retryAt: number | undefined;
	  }
	| { readonly kind: 'uncheckable'; readonly reason: string; readonly retryAt: number | undefined };

const green = 0x2e_a0_43;
const amber = 0xd2_99_22;
const red = 0xcf_22_2e;

/**
 * The answer to a member who wants to verify: what happened first, then what to do next. `now` is milliseconds since
 * the epoch; `reference` is what staff can find the case by.
 */
export function verifyView(
	t: Translator,
	answer: VerifyAnswer,
	context: { now: number; reference: string },
): MessageView {
	const footer = { text: t('verify.reference', { id: context.reference }) };
	switch (answer.kind) {
		case 'verified':
			return { ...card(verifiedEmbed(t, answer, context.now)), components: previewLinks(t, answer.media) };
		case 'not-a-code':
			return card({ color: amber, title: t('verify.notACodeTitle'), description: t('verify.notACode') });
		case 'invalid':
			return card({ color: red, title: t('verify.invalidTitle'), description: t('verify.invalid'), footer });
		case 'taken':
			return card({ color: red, title: t('verify.takenTitle'), description: t('verify.taken'), footer });
		case 'limited':
			return card(limitedEmbed(t, answer));
		case 'uncheckable':
			return card({
				color: amber,
				title: t('verify.uncheckableTitle'),
				description: `${t('verify.uncheckable')}\n\n${whenAgain(t, answer)}`,
				footer,
			});
	}
}

function limitedEmbed(
	t: Translator,
	{ because, retryAt }: Extract<VerifyAnswer, { kind: 'limited' }>,
): APIEmbed {
	if (because === 'still-checking' || retryAt === undefined) {
		return { color: amber, title: t('verify.busyTitle'), description: t('verify.busy') };
	}
	const when = relative(retryAt);
	return because === 'wrong-codes'
		? { color: amber, title: t('verify.limitedTitle'), description: t('verify.limited', { when }) }
		: { color: amber, title: t('verify.oftenTitle'), description: t('verify.often', { when }) };
}

function verifiedEmbed(
	t: Translator,
	answer: Extract<VerifyAnswer, { kind: 'verified' }>,
	now: number,
): APIEmbed {
	const { claim, role, media } = answer;
	const thumbnail = embedUrl(media?.thumbnailUrl);
	const picture = embedUrl(media?.previewImageUrl);
	const item = foreignLine(claim.item.name, 200) || '–';
	// Discord refuses a field without anything to see, and the licence is the marketplace's text.
	const licence = foreignLine(claim.licenseType, 200);
	const { title, opening } = openingOf(t, answer, item);
	return {
		color: role === 'granted' || role === 'waiting' ? green : amber,
		title,
		description: `${opening}\n\n${roleSentence(t, role)}`,
		fields: [
			...(licence === '' ? [] : [{ name: t('verify.licence'), value: licence, inline: true }]),
			{ name: t('verify.support'), value: supportText(t, claim.supportedUntil, now), inline: true },
		],
		...(thumbnail !== undefined && { thumbnail: { url: thumbnail } }),
		...(picture !== undefined && { image: { url: picture } }),
	};
}

/** An embed of a bot shows pictures alone: video and audio are a button away. */
function previewLinks(
	t: Translator,
	media: ItemMedia | undefined,
): APIActionRowComponent<APIButtonComponentWithURL>[] {
	const { buttons } = linkButtons([
		{ label: t('item.videoPreview'), url: media?.previewVideoUrl },
		{ label: t('item.audioPreview'), url: media?.previewAudioUrl },
	]);
	return buttons.length === 0 ? [] : [row(...buttons)];
}

function openingOf(
	t: Translator,
	{ claim, returning, renewed }: Extract<VerifyAnswer, { kind: 'verified' }>,
	item: string,
): { title: string; opening: string } {
	if (renewed && claim.supportedUntil !== undefined) {
		const [date, when] = [timestamp(claim.supportedUntil, 'D'), timestamp(claim.supportedUntil, 'R')];
		return { title: t('verify.renewedTitle'), opening: t('verify.renewed', { item, date, when }) };
	}
	return returning
		? { title: t('verify.returningTitle'), opening: t('verify.returning', { item }) }
		: { title: t('verify.verifiedTitle'), opening: t('verify.verified', { item }) };
}

function roleSentence(t: Translator, role: Extract<VerifyAnswer, { kind: 'verified' }>['role']): string {
	switch (role) {
		case 'granted':
			return t('verify.roleGranted');
		case 'waiting':
			return t('verify.roleWaiting');
		case 'blocked':
			return t('verify.roleBlocked');
		case 'unchosen':
			return t('verify.roleUnchosen');
		case 'member-left':
			return t('verify.roleMemberLeft');
	}
}

function supportText(t: Translator, supportedUntil: number | undefined, now: number): string {
	if (supportedUntil === undefined) return t('verify.supportNone');
	const date = timestamp(supportedUntil, 'D');
	return supportedUntil > now ? t('verify.supportUntil', { date }) : t('verify.supportEnded', { date });
}

function whenAgain(t: Translator, answer: Extract<VerifyAnswer, { kind: 'uncheckable' }>): string {
	if (answer.reason === 'bad-key') return t('verify.staffTold');
	if (answer.retryAt === undefined) return t('verify.againSoon');
	return t('verify.againAt', { when: relative(answer.retryAt) });
}

/** Rounded up: who comes back at the second that is shown must not be too early. */
function relative(ms: number): string {
	return timestamp(Math.ceil(ms / 1000) * 1000, 'R');
}

function card(embed: APIEmbed): MessageView {
	return { content: '', embeds: [embed], components: [], allowedMentions: noMentions };
}
