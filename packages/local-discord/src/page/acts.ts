import { z } from 'zod';
import type { Interaction } from '../interaction.js';
import type { LiveWorld } from './live-world.js';

/**
 * Carries out one act of the page. @returns the content of its `done` frame. Throws errors whose message is shown to
 * the member.
 */
export type Act = (args: unknown, cast: LiveWorld) => unknown;

const person = z.object({ userId: z.string(), guildId: z.string() });
const value = z.union([z.string(), z.number(), z.boolean()]);
const values = z.record(z.string(), value);
/** A file from a form. */
const file = z
	.object({ name: z.string(), contentType: z.string(), base64: z.base64() })
	.transform(({ base64, ...about }) => ({ ...about, bytes: Buffer.from(base64, 'base64') }));
const use = { person, channelId: z.string() };
const started = (handle: Interaction) => ({ interactionId: handle.id });

/** Acts of a person in Discord's client, by the name that the page sends. */
export const memberActs: Readonly<Record<string, Act>> = {
	'chat-input': act(z.object({ ...use, name: z.string(), values }), (args, cast) =>
		started(cast.person(args.person).chatInput(args.name, args.values, { channelId: args.channelId })),
	),
	autocomplete: act(
		z.object({
			...use,
			name: z.string(),
			focused: z.object({ name: z.string(), value: z.string() }),
			values,
		}),
		async (args, cast) => {
			const typing = cast
				.person(args.person)
				.autocomplete(args.name, args.focused, args.values, { channelId: args.channelId });
			return { choices: await typing.suggested() };
		},
	),
	'user-menu': act(z.object({ ...use, name: z.string(), targetId: z.string() }), (args, cast) =>
		started(
			cast.person(args.person).userContextMenu(args.name, args.targetId, { channelId: args.channelId }),
		),
	),
	press: act(z.object({ person, messageId: z.string(), customId: z.string() }), (args, cast) =>
		started(cast.person(args.person).clickButton({ id: args.messageId }, args.customId)),
	),
	select: act(
		z.object({ person, messageId: z.string(), customId: z.string(), values: z.array(z.string()) }),
		(args, cast) =>
			started(cast.person(args.person).selectMenu({ id: args.messageId }, args.customId, args.values)),
	),
	submit: act(
		z.object({
			person,
			interactionId: z.string(),
			values: z.record(z.string(), z.union([z.string(), z.array(z.string()), z.array(file)])),
		}),
		(args, cast) =>
			started(cast.person(args.person).submitModal(cast.interaction(args.interactionId), args.values)),
	),
	'set-locale': act(
		z.object({ person, locale: z.string().regex(/^[a-z]{2}(-[A-Z0-9]{2,3})?$/) }),
		(args, cast) => cast.setLocale(args.person, args.locale),
	),
};

/** An act whose arguments are first parsed by a schema. */
function act<T>(schema: z.ZodType<T>, run: (args: T, cast: LiveWorld) => unknown): Act {
	return (args, cast) => run(schema.parse(args), cast);
}
