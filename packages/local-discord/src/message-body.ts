import { z } from 'zod';

// The parts of a message that the stand-in reads, after Discord's own schema has accepted it.

const media = z.object({ url: z.string() });

const emoji = z.object({
	id: z.string().nullish(),
	name: z.string().nullish(),
	animated: z.boolean().optional(),
});

// Without its recursion, which the compiler would write into the declarations as unknown.
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

const embedImage = z.object({ url: z.string().nullish() });

const embed = z.object({
	title: z.string().nullish(),
	description: z.string().nullish(),
	url: z.string().nullish(),
	color: z.number().nullish(),
	timestamp: z.string().nullish(),
	author: z
		.object({ name: z.string().nullish(), url: z.string().nullish(), icon_url: z.string().nullish() })
		.nullish(),
	footer: z.object({ text: z.string().nullish(), icon_url: z.string().nullish() }).nullish(),
	image: embedImage.nullish(),
	thumbnail: embedImage.nullish(),
	fields: z.array(z.object({ name: z.string(), value: z.string(), inline: z.boolean().nullish() })).nullish(),
});

export type EmbedBody = z.infer<typeof embed>;

/** An embed without the white space at the ends of its texts, which Discord cuts off. */
export function trimmedEmbed(body: EmbedBody): EmbedBody {
	return {
		...body,
		title: body.title?.trim(),
		description: body.description?.trim(),
		author: body.author && { ...body.author, name: body.author.name?.trim() },
		footer: body.footer && { ...body.footer, text: body.footer.text?.trim() },
		fields: body.fields?.map((field) => ({
			...field,
			name: field.name.trim(),
			value: field.value.trim(),
		})),
	};
}

export const messageBodySchema = z.object({
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
	tts: z.boolean().nullish(),
	poll: z.unknown().optional(),
	allowed_mentions: z
		.object({
			parse: z.array(z.string()).nullish(),
			users: z.array(z.string()).nullish(),
			roles: z.array(z.string()).nullish(),
		})
		.nullish(),
	message_reference: z.unknown().optional(),
});

export type AllowedMentions = NonNullable<z.infer<typeof messageBodySchema>['allowed_mentions']>;

/** A member that is absent stays as it is in an edit; `null` empties it. */
export type MessageBody = z.infer<typeof messageBodySchema>;

export const modalBodySchema = z.object({
	custom_id: z.string(),
	title: z.string(),
	components: z.array(component),
});

/** A modal as the bot has sent it. */
export type ModalBody = z.infer<typeof modalBodySchema>;

/** `roots` and all that is nested in them, each with its path. */
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
