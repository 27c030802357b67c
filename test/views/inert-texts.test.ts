import { type APIMessageTopLevelComponent, ComponentType } from 'discord.js';
import { describe, expect, it } from 'vitest';
import { translatorFor } from '../../src/i18n/translator.js';
import type { MessageView } from '../../src/views/kit/message.js';
import { everyMessage } from './every-payload.js';

const t = translatorFor('en-US');

/** All of a message in which Discord reads formatting. */
function formatted(view: MessageView): string[] {
	const inComponent = (component: APIMessageTopLevelComponent): string[] => {
		if (component.type === ComponentType.TextDisplay) return [component.content];
		if (component.type !== ComponentType.Container) return [];
		return component.components.flatMap((part) =>
			part.type === ComponentType.TextDisplay ? [part.content] : [],
		);
	};
	return [
		view.content ?? '',
		...(view.embeds ?? []).flatMap(({ title = '', description = '', fields = [] }) => [
			title,
			description,
			...fields.flatMap(({ name, value }) => [name, value]),
		]),
		...(view.components ?? []).flatMap(inComponent),
	];
}

// A panel's words are the staff's own, and formatted as they like.
const views = Object.entries(everyMessage).filter(([name]) => name !== 'panel');

describe('attack 40: a text of the shop', () => {
	it.each(views)('does nothing but stand there: %s', (_, messages) => {
		for (const view of messages(t)) {
			expect(view.allowedMentions).toEqual({ parse: [] });
			for (const text of formatted(view)) {
				expect(text).not.toMatch(/(?<!\\)\[a\]\(|(?<!\\)<@1>|(?<!\\)\|\|spoiler|(?<!\\)<t:0>|^\s*# heading/m);
				expect(text).not.toContain('\u202e');
			}
		}
	});
});
