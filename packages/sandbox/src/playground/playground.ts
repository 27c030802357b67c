import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { type PageOptions, type PageServer, startPage } from '@claimcheck/local-discord/page/page-server';
import { WorldClock } from '../clock/world-clock.js';
import { Stage } from '../stage.js';
import { Guide } from './guide/guide.js';
import { type Alias, Troupe } from './guide/troupe.js';
import type { KeptAddress } from './kept-address.js';
import { maskCodes } from './mask-codes.js';
import { openSettings, standInsOf } from './set-up.js';
import { World } from './world/world.js';

export interface PlaygroundOptions {
	/** The checkout, with the compiled bot in `dist/`. */
	readonly root: string;
	/** The page's port; 0 is the port of `before` if it is free, otherwise any free one. */
	readonly port: number;
	/** The page's previous address. Its key opens this one too. */
	readonly before?: KeptAddress;
	/** The exact name under which a proxy forwards the page's port over HTTPS. */
	readonly forwardedHost?: string | undefined;
	/** Receives each step of the start, as a line for people. */
	readonly onStep: (step: string) => void;
	/** If aborted, the start ends at its next step. */
	readonly signal?: AbortSignal;
}

/** The reason why the playground does not start; the message is for the person at the terminal. */
export class PlaygroundProblem extends Error {
	override name = 'PlaygroundProblem';
}

type CastMember = PageOptions['people'][number];

/** Files of the build that the start needs. */
const built = [
	'dist/src/main.js',
	'dist/src/register.js',
	'packages/sandbox/dist/web/playground.js',
	'packages/sandbox/dist/clock/bot-clock.js',
] as const;

/** The stage with a page in the browser. Close it when done. */
export class Playground {
	readonly stage: Stage;
	readonly world: World;
	/** The people and the world of the tasks. */
	readonly troupe: Troupe;
	readonly #page: PageServer;
	readonly #guide: Guide;

	/** Starts everything. Rejects, with nothing left running, if something does not start. */
	static async open(options: PlaygroundOptions): Promise<Playground> {
		const { root, port, before, forwardedHost, onStep, signal } = options;
		await lookForBuild(root);
		const stage = await Stage.open({ root, clock: new WorldClock() });
		let page: PageServer | undefined;
		let world: World | undefined;
		const step = (words: string) => {
			signal?.throwIfAborted();
			onStep(words);
		};
		try {
			world = new World({ stage, page: () => page });
			const troupe = new Troupe(world);
			const guide = new Guide(troupe, (state) => page?.setPart('tasks', state));
			const { acts, parts } = world;
			const pageOptions: PageOptions = {
				...(before !== undefined && { key: before.key }),
				forwardedHost,
				title: 'Claimcheck’s playground',
				webRoot: join(root, 'packages/sandbox/dist/web'),
				mediaOrigins: [stage.marketplace.baseUrl],
				standIns: standInsOf(stage),
				people: castOf(stage, troupe),
				acts: { ...acts, ...guide.acts },
				parts: () => ({ ...parts(), tasks: guide.state() }),
				mask: maskCodes,
			};
			const start = (at: number) => startPage(stage.discord, { ...pageOptions, port: at });
			page = await start(port === 0 ? (before?.port ?? 0) : port).catch((error: unknown) => {
				if (port === 0 && before !== undefined) return start(0);
				throw portProblem(error, port);
			});
			step('Discord, the shop and the page are here.');
			// Before its commands are registered, since the bot distrusts an empty database with registered commands.
			await world.bot.start();
			step('The bot is connected.');
			const { exit, output } = await stage.register();
			if (exit.code !== 0) throw new PlaygroundProblem(`The commands could not be registered:\n${output}`);
			step('Its commands are registered.');
			await openSettings(stage);
			step('The server is set up, and the panel is in #verify.');
			return new Playground(world, troupe, page, guide);
		} catch (error) {
			world?.close();
			await page?.close();
			await stage.close();
			throw error;
		}
	}

	private constructor(world: World, troupe: Troupe, page: PageServer, guide: Guide) {
		this.stage = world.stage;
		this.world = world;
		this.troupe = troupe;
		this.#page = page;
		this.#guide = guide;
	}

	/** The page's address on this machine, with its key in the fragment. */
	get address(): string {
		return this.#page.address;
	}

	/** The address for the viewer: the proxy's, if there is one. */
	get shownAddress(): string {
		return this.#page.forwardedAddress ?? this.#page.address;
	}

	async close(): Promise<void> {
		this.#guide.close();
		this.world.close();
		await this.#page.close();
		await this.stage.close();
	}
}

/** The people to act as: the first ones are in the frames, where each sees the channel that concerns them. */
function castOf({ channels }: Stage, troupe: Troupe): CastMember[] {
	const member = (alias: Alias, firstChannelId: string): CastMember => {
		const { person, guildId } = troupe.actor(alias);
		return { userId: person.id, guildId, alias, firstChannelId };
	};
	return [
		member('buyer', channels.verify),
		member('moderator', channels.audit),
		member('friend', channels.verify),
		member('admin', channels.audit),
		member('newcomer', channels.verify),
	];
}

async function lookForBuild(root: string): Promise<void> {
	for (const file of built) {
		await access(join(root, file)).catch(() => {
			throw new PlaygroundProblem(
				`${file} is missing: the build is not complete.\nRun npm run build && npm run build --workspaces, then try again.`,
			);
		});
	}
}

function portProblem(error: unknown, port: number): unknown {
	const code = error instanceof Error && 'code' in error ? error.code : undefined;
	if (code === 'EADDRINUSE') {
		return new PlaygroundProblem(
			`Port ${port} is taken by another program.\nName another one with --port, or leave it out for any free one.`,
		);
	}
	if (code === 'EACCES') return new PlaygroundProblem(`This system does not let you listen on port ${port}.`);
	return error;
}
