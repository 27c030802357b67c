import { z } from 'zod';

// Shapes after the marketplace's contract, tolerant where real servers are seen to differ from it: optional
// members may be left out, null or ''; numbers may be strings; `screenshots` may be an object. Unknown members
// are dropped. The domain's own names and units come out: camel case, times in milliseconds since the epoch.

const blankToUndefined = (value: unknown): unknown => (value === null || value === '' ? undefined : value);

const optionalText = z.preprocess(blankToUndefined, z.string().optional());
const textOrEmpty = optionalText.transform((value) => value ?? '');
const textList = z
	.preprocess((value) => blankToUndefined(value) ?? [], z.array(z.unknown()))
	.transform((values) =>
		values.filter((value): value is string => typeof value === 'string' && value !== ''),
	);

const toNumber = (value: unknown): unknown =>
	typeof value === 'string' && value.trim() !== '' ? Number(value) : blankToUndefined(value);
const optionalNumber = z.preprocess(toNumber, z.number().optional());
const itemId = z.preprocess(toNumber, z.int().nonnegative());

const optionalTime = optionalText.transform((value) => {
	const time = value === undefined ? Number.NaN : Date.parse(value);
	return Number.isNaN(time) ? undefined : time;
});

/** Anything but an absolute http(s) address counts as absent: Discord refuses other links in an embed. */
const optionalUrl = z.unknown().transform((value) => {
	if (typeof value !== 'string' || !/^https?:\/\//i.test(value)) return undefined;
	return URL.canParse(value) ? value : undefined;
});

const urlList = z.unknown().transform((value) => {
	const candidates = typeof value === 'object' && value !== null ? Object.values(value) : [];
	return candidates.flatMap((candidate) => optionalUrl.parse(candidate) ?? []);
});

const optionalObject = <T extends z.ZodRawShape>(shape: T) =>
	z.preprocess((value) => blankToUndefined(value) ?? {}, z.object(shape));

export const itemSchema = z
	.object({
		id: itemId,
		name: z.string().min(1),
		description: textOrEmpty,
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

export const purchaseSchema = z
	.object({
		purchase_code: z.string().min(1),
		license_type: textOrEmpty,
		price: optionalNumber,
		currency: optionalText,
		item: itemSchema,
		supported_until: optionalTime,
		downloaded: z.unknown().transform((value) => value === true),
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

export const accountSchema = z
	.object({
		name: optionalObject({ firstname: textOrEmpty, lastname: textOrEmpty, full_name: textOrEmpty }),
		username: z.string().min(1),
		email: optionalText,
		balance: optionalNumber,
		currency: optionalText,
		profile: optionalObject({
			heading: textOrEmpty,
			description: textOrEmpty,
			contact: optionalObject({ email: optionalText }),
			social_links: z.unknown().transform((links) => {
				// An author without any is seen as [], which is no map: it reads as none.
				if (typeof links !== 'object' || links === null || Array.isArray(links)) return {};
				return Object.fromEntries(
					Object.entries(links).flatMap(([network, link]) => {
						const url = optionalUrl.parse(link);
						return url === undefined ? [] : [[network, url]];
					}),
				);
			}),
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
		socialLinks: account.profile.social_links as Readonly<Record<string, string>>,
		avatarUrl: account.profile.media.avatar,
		coverUrl: account.profile.media.cover,
		/** Milliseconds since the epoch. */
		registeredAt: account.registered_at,
	}));

export type Account = z.infer<typeof accountSchema>;
