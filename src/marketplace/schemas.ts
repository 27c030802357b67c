import { decodeHTMLStrict } from 'entities/decode';
import { z } from 'zod';
import { webAddress } from '../base/addresses.js';
import type { SupportEnd } from '../base/purchase-fields.js';
import { readShopTime, type UnreadTime } from './shop-time.js';

// Schemas for the marketplace's contract, tolerant of real servers' deviations: optional members may be missing, null
// or ''; numbers may be strings; `screenshots` may be an object; an empty object may be []. Only members that a claim or
// a look-up depends on are required: an unreadable field that is only displayed counts as absent, because a misspelt
// price must not cost a buyer the role. Output is in camel case, with times in milliseconds since the epoch.

const readText = (value: unknown): string | undefined => {
	if (typeof value === 'number') return String(value);
	const text = typeof value === 'string' ? value.trim() : '';
	// JSON can contain half of a surrogate pair, and its receiver may reject the whole message.
	return text === '' ? undefined : text.replaceAll(/\p{Cs}/gu, '\ufffd');
};

// Texts are cut to displayable length when they are read: the marketplace doesn't limit them, and a name of a megabyte
// would be searched and cut again at every keystroke. Lengths in UTF-16 code units.
const maxLength = { line: 300, paragraphs: 20_000, url: 2_048 };
const maxListed = 100;

const readCut =
	(limit: number) =>
	(value: unknown): string | undefined => {
		const text = readText(value);
		if (text === undefined || text.length <= limit) return text;
		// Copied because a slice would keep the whole text in memory; half of a surrogate pair at the end is removed.
		const short = Buffer.from(text.slice(0, limit).trimEnd(), 'utf16le').toString('utf16le');
		return short.replace(/[\ud800-\udbff]$/, '');
	};
const readLine = readCut(maxLength.line);
const readParagraphs = readCut(maxLength.paragraphs);

/** Decodes entities because some servers send `Rock &amp; Roll`. A name of nothing but blanks stays as it is. */
const readName = (value: unknown): string | undefined => {
	const line = readLine(value);
	return line === undefined ? undefined : decodeHTMLStrict(line).trim() || line;
};

/** Only plain decimals: Number() alone would also read '0x1d' and ' ' as numbers. */
const readNumber = (value: unknown): unknown =>
	typeof value === 'string' && /^\s*-?\d+(\.\d+)?\s*$/.test(value) ? Number(value) : value;

/** Anything except an absolute http(s) address counts as absent: Discord refuses other links in an embed. */
const readUrl = (value: unknown): string | undefined => {
	const text = readText(value) ?? '';
	if (text.length > maxLength.url || !/^https?:\/\//i.test(text)) return undefined;
	const { href } = webAddress(text) ?? {};
	// Letters outside ASCII become six characters each.
	return href !== undefined && href.length <= maxLength.url ? href : undefined;
};

/** An array, or an object with numbered members, which some servers send instead. */
const readList = (value: unknown): unknown[] =>
	typeof value === 'object' && value !== null ? Object.values(value).slice(0, maxListed) : [];

/** Accepts anything, even a missing key: zod requires the key of a plain unknown. */
const anything = z.unknown().optional();

const wholeText = anything.transform(readText).pipe(z.string());
const requiredText = anything.transform(readLine).pipe(z.string());
const requiredName = anything.transform(readName).pipe(z.string());
const optionalText = anything.transform(readLine);
const textOrEmpty = anything.transform((value) => readLine(value) ?? '');
const longTextOrEmpty = anything.transform((value) => readParagraphs(value) ?? '');
const textList = anything.transform((value) => readList(value).flatMap((entry) => readLine(entry) ?? []));
const itemId = anything.transform(readNumber).pipe(z.int().nonnegative());
const optionalNumber = anything.transform(readNumber).pipe(z.number().optional().catch(undefined));
const shopTime = anything.transform(readShopTime);
const optionalTime = shopTime.transform(knownTime);
const optionalUrl = anything.transform(readUrl);
const urlList = anything.transform((value) => readList(value).flatMap((entry) => readUrl(entry) ?? []));
const optionalFlag = anything.transform((value): boolean | undefined => {
	if ([true, 1, '1', 'true'].some((yes) => value === yes)) return true;
	return [false, 0, '0', 'false'].some((no) => value === no) ? false : undefined;
});

const optionalObject = <T extends z.ZodRawShape>(shape: T) =>
	z.preprocess(
		(value) => (typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {}),
		z.object(shape),
	);

const itemFacts = { id: itemId, name: requiredName, category: textOrEmpty };
const mediaUrls = {
	thumbnail: optionalUrl,
	preview_image: optionalUrl,
	preview_video: optionalUrl,
	preview_audio: optionalUrl,
};

export const itemSchema = z
	.object({
		...itemFacts,
		description: longTextOrEmpty,
		sub_category: textOrEmpty,
		options: textList,
		/** The item's own version, `major.minor.patch`. */
		version: optionalText,
		demo_link: optionalUrl,
		tags: textList,
		media: optionalObject({ ...mediaUrls, screenshots: urlList }),
		/** Prices in units of `currency`, decimals included. */
		price: optionalObject({ regular: optionalNumber, extended: optionalNumber }),
		currency: optionalText,
		published_at: optionalTime,
	})
	.transform(({ sub_category, demo_link, media, published_at, ...item }) => ({
		...item,
		subCategory: sub_category,
		demoUrl: demo_link,
		...itemMedia(media),
		screenshotUrls: media.screenshots,
		publishedAt: published_at,
	}));

export type Item = z.infer<typeof itemSchema>;

/** URLs of an item's pictures and previews, from the marketplace. */
export type ItemMedia = ReturnType<typeof itemMedia>;

function itemMedia(media: Readonly<Partial<Record<keyof typeof mediaUrls, string | undefined>>>) {
	return {
		thumbnailUrl: media.thumbnail,
		previewImageUrl: media.preview_image,
		previewVideoUrl: media.preview_video,
		previewAudioUrl: media.preview_audio,
	};
}

/** The fields for lists, choices, rules and announcements: in memory for all items. */
export type ListedItem = Omit<Item, 'description' | 'demoUrl' | 'screenshotUrls'>;

function knownTime(time: number | UnreadTime | undefined): number | undefined {
	return typeof time === 'number' ? time : undefined;
}

function supportEnd(time: number | UnreadTime | undefined): SupportEnd {
	return typeof time === 'object' ? 'unknown' : time;
}

export const purchaseSchema = z
	.object({
		/** Not cut, because it is compared. */
		purchase_code: wholeText,
		license_type: textOrEmpty,
		price: optionalNumber,
		currency: optionalText,
		/** Nothing else of it is stored, or shown with the purchase. */
		item: z
			.object({ ...itemFacts, media: optionalObject(mediaUrls) })
			.transform(({ media, ...item }) => ({ ...item, ...itemMedia(media) })),
		supported_until: shopTime,
		downloaded: optionalFlag,
		date: shopTime,
	})
	.transform(({ purchase_code, license_type, supported_until, date, ...purchase }) => ({
		...purchase,
		/** Secret. The code as the marketplace spells it. */
		code: purchase_code,
		licenseType: license_type,
		supportedUntil: supportEnd(supported_until),
		purchasedAt: knownTime(date),
		/** The fields whose dates can't be read, and their forms. */
		unread: Object.entries({ supported_until, date }).flatMap(([field, time]) =>
			typeof time === 'object' ? [{ field, form: time.form }] : [],
		),
	}));

export type Purchase = z.infer<typeof purchaseSchema>;

const socialLinks = anything.transform((links): Readonly<Record<string, string>> => {
	// An author without links may have [], which reads as none.
	if (typeof links !== 'object' || links === null || Array.isArray(links)) return {};
	return Object.fromEntries(
		Object.entries(links)
			.slice(0, maxListed)
			.flatMap(([network, link]) => {
				const url = readUrl(link);
				return url === undefined ? [] : [[network, url]];
			}),
	);
});

export const accountSchema = z
	.object({
		name: optionalObject({ firstname: textOrEmpty, lastname: textOrEmpty, full_name: textOrEmpty }),
		username: requiredText,
		/** Private: shown only to administrators, by `/account`. */
		email: optionalText,
		/** Private. In units of `currency`. */
		balance: optionalNumber,
		currency: optionalText,
		profile: optionalObject({
			heading: textOrEmpty,
			description: longTextOrEmpty,
			contact: optionalObject({ email: optionalText }),
			social_links: socialLinks,
			media: optionalObject({ avatar: optionalUrl, cover: optionalUrl }),
		}),
		registered_at: optionalTime,
	})
	.transform(({ name, profile, registered_at, ...account }) => ({
		...account,
		fullName: name.full_name || `${name.firstname} ${name.lastname}`.trim(),
		heading: profile.heading,
		description: profile.description,
		contactEmail: profile.contact.email,
		/** Network name to link, such as `facebook` or `x`. */
		socialLinks: profile.social_links,
		avatarUrl: profile.media.avatar,
		coverUrl: profile.media.cover,
		registeredAt: registered_at,
	}));

export type Account = z.infer<typeof accountSchema>;
