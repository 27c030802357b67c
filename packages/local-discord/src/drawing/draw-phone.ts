import type { APIMessage } from 'discord-api-types/v10';
import { accentOf, type Readable } from '../reading.js';
import { nearestColour } from './colours.js';
import { drawComponents } from './draw-components.js';
import { contextOf, type DrawContext } from './draw-context.js';
import { markdown } from './markdown.js';
import { type Line, render, span } from './spans.js';

/** The columns of text on a phone next to a container's bar; a wide character takes two. */
const phoneColumns = 46;

/** A payload, or a sent message. */
type Drawable = Readable | Pick<APIMessage, 'content' | 'embeds' | 'components' | 'attachments'>;

export interface PhoneOptions extends Partial<DrawContext> {
	/** Counts and draws galleries and embed images. Default true. */
	readonly withMedia?: boolean;
}

/**
 * A message as a phone shows it, in a frame that names its color: `(pic)` is a thumbnail, `[▦ …]` a gallery with its
 * descriptions for screen readers, `[Verb]` a button (`[+Verb]` a primary one, `[!Verb]` a dangerous one, `[Verb↗]` a
 * link), and `▾` a select.
 */
export function drawPhone(message: Drawable, given: PhoneOptions = {}): string {
	const context = phoneContext(given);
	const accent = accentOf(message as Readable);
	const { name, style } = nearestColour(accent);
	const rule = (text: string) => [span(text.padEnd(context.width + 2, '─'), style)];
	return render(
		[
			rule(accent === undefined ? '┌' : `┌ ${name} `),
			...phoneBody(message, context, given).map((line): Line => [span('│ ', style), ...line]),
			rule('└'),
		],
		context.colour,
	);
}

/**
 * The number of lines that a message takes on a phone, including its rows of buttons. Markdown marks take no room;
 * times and mentions count as displayed, so `locale` and `nameOf` matter.
 */
export function phoneLines(message: Drawable, given: PhoneOptions = {}): number {
	return phoneBody(message, phoneContext(given), given).length;
}

function phoneContext({ withMedia: _, ...given }: PhoneOptions): DrawContext {
	return contextOf({ width: phoneColumns, ...given });
}

function phoneBody(message: Drawable, context: DrawContext, { withMedia = true }: PhoneOptions): Line[] {
	// A payload has the shape of a message's parts, except that its arrays are read-only.
	const { content, components } = (withMedia ? message : withoutMedia(message)) as Partial<APIMessage>;
	return [
		...(content ? markdown(content, context.width, context) : []),
		...drawComponents(components ?? [], context),
	];
}

function withoutMedia(message: Drawable): Drawable {
	const json = JSON.stringify(message, (key, value: unknown) => {
		if (key === 'thumbnail' || key === 'image') return undefined;
		return Array.isArray(value) ? value.filter((part) => !isGallery(part)) : value;
	});
	return JSON.parse(json) as Drawable;
}

function isGallery(part: unknown): boolean {
	return typeof part === 'object' && part !== null && Reflect.get(part, 'type') === 12;
}
