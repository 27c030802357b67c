import { join } from 'node:path';
import { type PageServer, startPage } from '@claimcheck/local-discord/page/page-server';
import { WorldClock } from '../clock/world-clock.js';
import { BotKeeper } from '../console/bot-keeper.js';
import { Stage } from '../stage.js';
import { Guide } from './guide/guide.js';
import { Troupe } from './guide/troupe.js';
import { everyStory } from './stories/every-story.js';

export interface PlaygroundOptions {
	/** The checkout, in which the compiled bot lies under `dist/`. */
	readonly root: string;
	/** The page's port; 0 is any free one. */
	readonly port: number;
	/** Told of each step of the start, as a line for people. */
	readonly onStep: (step: string) => void;
}

/** The stage with a page in the browser. Close it when done. */
export class Playground {
	readonly stage: Stage;
	readonly #page: PageServer;
	readonly #bot: BotKeeper;
	readonly #guide: Guide;

	/** Starts everything. Rejects, with nothing left running, where something does not start. */
	static async open(options: PlaygroundOptions): Promise<Playground> {
		const { root, port, onStep } = options;
		const clock = new WorldClock();
		const stage = await Stage.open({ root, clock });
		try {
			onStep('Discord is here, and the shop.');
			const { exit, output } = await stage.register();
			if (exit.code !== 0) throw new Error(`The commands could not be registered:\n${output}`);
			onStep('The commands are registered.');
			const bot = new BotKeeper(stage, () => undefined);
			await bot.start();
			onStep('The bot is connected.');
			const second = stage.secondServer();
			const newcomer = stage.newPerson('Robin');
			const troupe = new Troupe({ stage, second, bot, newcomer, recast: (person) => page.recast(person) });
			const guide = new Guide({
				stories: everyStory,
				troupe,
				onChange: (state) => page.setPart('tasks', state),
			});
			const page: PageServer = await startPage(stage.discord, {
				port,
				title: 'Claimcheck’s playground',
				webRoot: join(root, 'packages/sandbox/dist/web'),
				mediaOrigins: [stage.marketplace.baseUrl],
				people: [
					...(['buyer', 'moderator', 'friend', 'admin'] as const).map((alias) => ({
						userId: stage.people[alias].id,
						guildId: stage.guild.id,
						alias,
					})),
					{ userId: newcomer.id, guildId: stage.guild.id, alias: 'newcomer' },
					{ userId: second.people.owner.id, guildId: second.guild.id, alias: 'stranger' },
				],
				acts: guide.acts,
				parts: () => ({ tasks: guide.state() }),
			});
			return new Playground(stage, page, bot, guide);
		} catch (error) {
			await stage.close();
			throw error;
		}
	}

	private constructor(stage: Stage, page: PageServer, bot: BotKeeper, guide: Guide) {
		this.stage = stage;
		this.#page = page;
		this.#bot = bot;
		this.#guide = guide;
	}

	/** The page's address, its key in the fragment. */
	get address(): string {
		return this.#page.address;
	}

	/** Moves the time of everything ahead by so many milliseconds. */
	async advance(ms: number): Promise<void> {
		await this.stage.advance(ms);
		this.#page.timeChanged();
	}

	async close(): Promise<void> {
		this.#guide.close();
		this.#bot.release();
		await this.#page.close();
		await this.stage.close();
	}
}
