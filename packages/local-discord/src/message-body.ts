import { z } from 'zod';

// The parts of a message that the stand-in reads, after Discord's own schema has accepted it.

const media = z.object({ url: z.string() });

const emoji = z.object({
	id: z.string().nullish(),
	name: z.string().nullish(),
	animated: z.boolean().optional(),
});

/** A field of certain kinds of components. Discord ignores it on the others, whatever its value. */
const ofSomeKinds = <T>(type: z.ZodType<T>) => type.nullish().catch(undefined);

// Leaves out the recursion, which the compiler would emit as unknown in the declarations.
const flatComponent = z.looseObject({
	type: z.number(),
	id: z.number().nullish(),
	custom_id: z.string().nullish(),
	style: z.number().optional(),
	label: z.string().nullish(),
	url: z.string().nullish(),
	sku_id: z.string().nullish(),
	emoji: emoji.nullish(),
	disabled: z.boolean().nullish(),
	content: z.string().optional(),
	description: ofSomeKinds(z.string()),
	placeholder: ofSomeKinds(z.string()),
	value: ofSomeKinds(z.string()),
	required: ofSomeKinds(z.boolean()),
	spoiler: ofSomeKinds(z.boolean()),
	accent_color: ofSomeKinds(z.number()),
	channel_types: ofSomeKinds(z.array(z.number())),
	min_length: ofSomeKinds(z.number()),
	max_length: ofSomeKinds(z.number()),
	min_values: z.number().nullish(),
	max_values: z.number().nullish(),
	default_values: z.array(z.object({ id: z.string(), type: z.string() })).nullish(),
	options: z
		.array(
			z.object({
				label: z.string(),
				value: z.string(),
				description: z.string().nullish(),
				emoji: emoji.nullish(),
				default: z.boolean().nullish(),
			}),
		)
		.optional(),
	items: z
		.array(z.object({ media, description: z.string().nullish(), spoiler: z.boolean().nullish() }))
		.optional(),
	media: media.optional(),
	file: media.optional(),
});

const component: z.ZodType<ComponentBody> = flatComponent.extend({
	get components() {
		return z.array(component).optional();
	},
	get accessory() {
		return component.optional();
	},
	get component() {
		return component.optional();
	},
});

export interface ComponentBody extends z.infer<typeof flatComponent> {
	readonly components?: ComponentBody[] | undefined;
	readonly accessory?: ComponentBody | undefined;
	readonly component?: ComponentBody | undefined;
}

// For any other part, the routes report that it isn't implemented.
const embed = z.looseObject({
	title: z.string().nullish(),
	description: z.string().nullish(),
	url: z.string().nullish(),
	color: z.number().nullish(),
	image: z.object({ url: z.string().nullish() }).nullish(),
});

export type EmbedBody = z.infer<typeof embed>;

/** An embed with its texts trimmed, as Discord does. */
export function trimmedEmbed(body: EmbedBody): EmbedBody {
	return { ...body, title: body.title?.trim(), description: body.description?.trim() };
}

export const messageBodySchema = z.looseObject({
	content: z.string().nullish(),
	embeds: z.array(embed).nullish(),
	components: z.array(component).nullish(),
	flags: z.number().nullish(),
	attachments: z
		.array(
			z.object({
				id: z.string(),
				filename: z.string().nullish(),
				description: z.string().nullish(),
			}),
		)
		.nullish(),
	nonce: z.union([z.string(), z.number()]).nullish(),
	enforce_nonce: z.boolean().nullish(),
	allowed_mentions: z
		.object({
			parse: z.array(z.string()).nullish(),
			users: z.array(z.string()).nullish(),
			roles: z.array(z.string()).nullish(),
		})
		.nullish(),
});

export type AllowedMentions = NonNullable<z.infer<typeof messageBodySchema>['allowed_mentions']>;

/** In an edit, an absent member stays as it is; `null` empties it. */
export type MessageBody = z.infer<typeof messageBodySchema>;

const unbuilt: Readonly<Record<string, string>> = {
	message_reference: 'replies to a message',
	poll: 'polls',
	tts: 'messages that are read out',
};

/** The parts of a message that aren't implemented, such as `replies to a message`. */
export function unbuiltParts(body: MessageBody): string[] {
	const ofEmbeds = (body.embeds ?? [])
		.flatMap((each) => Object.keys(each))
		.filter((key) => key !== 'type' && !(key in embed.shape));
	return [
		...Object.entries(unbuilt).flatMap(([key, name]) => (body[key] ? [name] : [])),
		...ofEmbeds.map((key) => `${key} of an embed`),
	];
}

export const modalBodySchema = z.object({
	custom_id: z.string(),
	title: z.string(),
	components: z.array(component),
});

/** A modal as the bot has sent it. */
export type ModalBody = z.infer<typeof modalBodySchema>;

/** `roots` and everything nested in them, each with its path. */
export function walkComponents(
	roots: readonly ComponentBody[],
	path: readonly (string | number)[],
): { readonly component: ComponentBody; readonly path: readonly (string | number)[] }[] {
	return roots.flatMap((root, index) => walkComponent(root, [...path, index]));
}

function walkComponent(
	root: ComponentBody,
	path: readonly (string | number)[],
): { component: ComponentBody; path: readonly (string | number)[] }[] {
	return [
		{ component: root, path },
		...walkComponents(root.components ?? [], [...path, 'components']),
		...(root.accessory === undefined ? [] : walkComponent(root.accessory, [...path, 'accessory'])),
		...(root.component === undefined ? [] : walkComponent(root.component, [...path, 'component'])),
	];
}
