import { decodeHTMLStrict } from 'entities/decode';
import { z } from 'zod';
import { webAddress } from '../base/web-address.js';

// Shapes after the marketplace's contract, tolerant where real servers are seen to differ from it: optional members
// may be left out, null or ''; numbers may be strings; `screenshots` may be an object; an empty object may be [].
// Unknown members are dropped. Only what a claim or a look-up depends on is required (an item's id and name, a
// purchase's code and item, an account's user name): an unreadable field that is only displayed counts as absent,
// since a misspelt price must not cost a buyer the role. The domain's own names and units come out: camel case, times
// in milliseconds since the epoch.

const readText = (value: unknown): string | undefined => {
	if (typeof value === 'number') return String(value);
	const text = typeof value === 'string' ? value.trim() : '';
	// JSON can spell half of a surrogate pair, and whoever is sent one need not take the message.
	return text === '' ? undefined : text.replaceAll(/\p{Cs}/gu, '\ufffd');
};

// Texts longer than can be displayed are cut when they are read: the marketplace doesn't limit them, and a name of a
// megabyte would be searched and cut again at every keystroke. Lengths in UTF-16 code units.
const longest = { line: 300, paragraphs: 20_000, url: 2_048 };
const mostListed = 100;

const readCut =
	(limit: number) =>
	(value: unknown): string | undefined => {
		const text = readText(value);
		if (text === undefined || text.length <= limit) return text;
		// Copied, since a slice would keep the whole text in memory; half of a surrogate pair at the end goes.
		const short = Buffer.from(text.slice(0, limit).trimEnd(), 'utf16le').toString('utf16le');
		return short.replace(/[\ud800-\udbff]$/, '');
	};
const readLine = readCut(longest.line);
const readParagraphs = readCut(longest.paragraphs);

/** Some servers send `Rock &amp; Roll`: as it would be read in a page. A name of nothing but blanks stays as it is. */
const readName = (value: unknown): string | undefined => {
	const line = readLine(value);
	return line === undefined ? undefined : decodeHTMLStrict(line).trim() || line;
};

/** Only plain decimals: Number() alone would also read '0x1d' and ' ' as numbers. */
const readNumber = (value: unknown): unknown =>
	typeof value === 'string' && /^\s*-?\d+(\.\d+)?\s*$/.test(value) ? Number(value) : value;

const isoTime = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)\s?(Z|[+-]\d{2}:?\d{2})?)?$/i;

/** By the contract times are UTC; Date.parse alone takes one without a zone as local, and reads a year out of 'Item 5'. */
const readTime = (value: unknown): number | undefined => {
	const [, day, clockTime = '00:00', zone = 'Z'] = isoTime.exec(readText(value) ?? '') ?? [];
	const time = day === undefined ? Number.NaN : Date.parse(`${day}T${clockTime}${zone}`);
	return Number.isNaN(time) ? undefined : time;
};

/** Anything but an absolute http(s) address counts as absent: Discord refuses other links in an embed. */
const readUrl = (value: unknown): string | undefined => {
	const text = readText(value) ?? '';
	if (text.length > longest.url || !/^https?:\/\//i.test(text)) return undefined;
	const { href } = webAddress(text) ?? {};
	// Letters outside ASCII become six characters each.
	return href !== undefined && href.length <= longest.url ? href : undefined;
};

/** An array, or the object of numbered members that some servers make of one. */
const readList = (value: unknown): unknown[] =>
	typeof value === 'object' && value !== null ? Object.values(value).slice(0, mostListed) : [];

/** Accepts anything, even nothing: zod requires the key of a plain unknown. */
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
const optionalTime = anything.transform(readTime);
const optionalUrl = anything.transform(readUrl);
const urlList = anything.transform((value) => readList(value).flatMap((entry) => readUrl(entry) ?? []));
const flag = anything.transform((value) => [true, 1, '1', 'true'].some((yes) => value === yes));

const optionalObject = <T extends z.ZodRawShape>(shape: T) =>
	z.preprocess(
		(value) => (typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {}),
		z.object(shape),
	);

export const itemSchema = z
	.object({
		id: itemId,
		name: requiredName,
		description: longTextOrEmpty,
		category: textOrEmpty,
		sub_category: textOrEmpty,
		options: textList,
		version: optionalText,
		demo_link: optionalUrl,
		tags: textList,
		media: optionalObject({
			thumbnail: optionalUrl,
			preview_image: optionalUrl,
			preview_video: optionalUrl,
			preview_audio: optionalUrl,
			screenshots: urlList,
		}),
		price: optionalObject({ regular: optionalNumber, extended: optionalNumber }),
		currency: optionalText,
		published_at: optionalTime,
	})
	.transform((item) => ({
		id: item.id,
		name: item.name,
		description: item.description,
		category: item.category,
		subCategory: item.sub_category,
		options: item.options,
		/** The item's own version, `major.minor.patch`. */
		version: item.version,
		demoUrl: item.demo_link,
		tags: item.tags,
		thumbnailUrl: item.media.thumbnail,
		previewImageUrl: item.media.preview_image,
		previewVideoUrl: item.media.preview_video,
		previewAudioUrl: item.media.preview_audio,
		screenshotUrls: item.media.screenshots,
		/** Prices in units of `currency`, decimals included. */
		price: item.price,
		/** A currency code such as `USD`, as the marketplace sends it. */
		currency: item.currency,
		/** Milliseconds since the epoch. */
		publishedAt: item.published_at,
	}));

export type Item = z.infer<typeof itemSchema>;

/** The addresses of an item's pictures and previews, as the marketplace has them. */
export type ItemMedia = Pick<
	Item,
	'thumbnailUrl' | 'previewImageUrl' | 'previewVideoUrl' | 'previewAudioUrl'
>;

/** The fields that lists, choices and messages about a purchase show: of all items, always in memory. */
export type ListedItem = Pick<
	Item,
	| 'id'
	| 'name'
	| 'category'
	| 'price'
	| 'currency'
	| 'publishedAt'
	| 'thumbnailUrl'
	| 'previewImageUrl'
	| 'previewVideoUrl'
	| 'previewAudioUrl'
>;

export const purchaseSchema = z
	.object({
		/** Whole: it is compared. */
		purchase_code: wholeText,
		license_type: textOrEmpty,
		price: optionalNumber,
		currency: optionalText,
		item: itemSchema,
		supported_until: optionalTime,
		downloaded: flag,
		date: optionalTime,
	})
	.transform((purchase) => ({
		/** Secret. The code as the marketplace spells it. */
		code: purchase.purchase_code,
		licenseType: purchase.license_type,
		price: purchase.price,
		currency: purchase.currency,
		item: purchase.item,
		/** Milliseconds since the epoch; undefined where the purchase has no support. */
		supportedUntil: purchase.supported_until,
		downloaded: purchase.downloaded,
		/** Milliseconds since the epoch. */
		purchasedAt: purchase.date,
	}));

export type Purchase = z.infer<typeof purchaseSchema>;

const socialLinks = anything.transform((links): Readonly<Record<string, string>> => {
	// An author without any is seen as [], which is no map: it reads as none.
	if (typeof links !== 'object' || links === null || Array.isArray(links)) return {};
	return Object.fromEntries(
		Object.entries(links)
			.slice(0, mostListed)
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
		email: optionalText,
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
	.transform((account) => ({
		fullName: account.name.full_name || `${account.name.firstname} ${account.name.lastname}`.trim(),
		username: account.username,
		/** Private: shown to nobody but the owner. */
		email: account.email,
		/** Private. In units of `currency`. */
		balance: account.balance,
		currency: account.currency,
		heading: account.profile.heading,
		description: account.profile.description,
		contactEmail: account.profile.contact.email,
		/** Network name to link, such as `facebook` or `x`. */
		socialLinks: account.profile.social_links,
		avatarUrl: account.profile.media.avatar,
		coverUrl: account.profile.media.cover,
		/** Milliseconds since the epoch. */
		registeredAt: account.registered_at,
	}));

export type Account = z.infer<typeof accountSchema>;
