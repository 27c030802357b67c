import type { ItemRecord } from './item-record.js';
import type { PurchaseRecord } from './purchases.js';
import type { Variants } from './variants.js';

export type WireObject = Readonly<Record<string, unknown>>;

/** Serializes the marketplace's resources by the contract and the chosen variants. */
export class Wire {
	readonly #baseUrl: string;
	readonly #variants: Variants;

	/** `baseUrl`: the address of images, previews and demos, without a trailing slash. */
	constructor(baseUrl: string, variants: Variants) {
		this.#baseUrl = baseUrl;
		this.#variants = variants;
	}

	item(item: ItemRecord): WireObject {
		return this.#object({
			id: item.id,
			name: item.name,
			description: item.description,
			category: item.category,
			sub_category: item.subCategory,
			options: item.options,
			version: item.version,
			demo_link: item.hasDemo ? (item.demoLink ?? `${this.#baseUrl}/demo/${item.id}`) : undefined,
			tags: item.tags,
			media: this.#media(item),
			price: this.#object({
				regular: this.#number(item.regularPrice),
				extended: this.#number(item.extendedPrice),
			}),
			currency: 'USD',
			published_at: item.publishedAt,
		});
	}

	purchase(purchase: PurchaseRecord): WireObject {
		return this.#object({
			purchase_code: purchase.code,
			license_type: purchase.licenceType,
			price: this.#number(purchase.price),
			currency: 'USD',
			item: this.item(purchase.item),
			supported_until: time(purchase.supportedUntil),
			downloaded: purchase.downloaded,
			date: time(purchase.boughtAt),
		});
	}

	account(kind: 'author' | 'regular'): WireObject {
		const author = kind === 'author';
		return this.#object({
			name: this.#object({ firstname: 'Maren', lastname: 'Lindqvist', full_name: 'Maren Lindqvist' }),
			username: author ? 'marenmakes' : 'marenbuys',
			email: 'maren@example.com',
			balance: this.#number(author ? 1482.3 : 0),
			currency: 'USD',
			profile: this.#object({
				heading: author ? 'Templates, sounds and shapes' : undefined,
				description: author ? 'One person, one studio, answers within a day.' : undefined,
				contact: this.#object({ email: author ? 'hello@example.com' : undefined }),
				social_links: author
					? { facebook: 'https://facebook.example/marenmakes', x: 'https://x.example/marenmakes' }
					: {},
				media: this.#object({
					avatar: `${this.#baseUrl}/media/account/avatar.png`,
					cover: `${this.#baseUrl}/media/account/cover.png`,
				}),
			}),
			registered_at: '2019-04-02T08:00:00Z',
		});
	}

	#media(item: ItemRecord): WireObject {
		const url = (file: string): string => `${this.#baseUrl}/media/${item.id}/${file}`;
		const screenshots = Array.from({ length: item.screenshots }, (_, index) =>
			url(`screenshot-${index + 1}.png`),
		);
		const numbered = Object.fromEntries(screenshots.map((link, index) => [String(index + 1), link]));
		const written = this.#variants.screenshots === 'array' ? screenshots : numbered;
		return this.#object({
			thumbnail: url('thumbnail.png'),
			preview_image: item.kind === 'audio' ? undefined : url('preview.png'),
			preview_video: item.kind === 'video' ? url('preview.mp4') : undefined,
			preview_audio: item.kind === 'audio' ? url('preview.wav') : undefined,
			screenshots: screenshots.length === 0 ? undefined : written,
		});
	}

	#number(value: number): number | string {
		return this.#variants.numbers === 'number' ? value : value.toFixed(2);
	}

	#object(members: WireObject): WireObject {
		const { absent, unknownMembers } = this.#variants;
		const nothing = absent === 'null' ? null : '';
		const written = Object.entries(members).flatMap(([name, value]) => {
			if (value !== undefined) return [[name, value] as const];
			return absent === 'omitted' ? [] : [[name, nothing] as const];
		});
		return {
			...Object.fromEntries(written),
			...(unknownMembers && { internal_ref: { shard: 7, flags: [] } }),
		};
	}
}

const time = (at: number | undefined): string | undefined =>
	at === undefined ? undefined : new Date(at).toISOString();
