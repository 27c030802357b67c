import type { Chapter } from '../chapter.js';

/** The commands are registered, and the bot comes. */
export function setUp(): Chapter {
	return {
		title: 'The server is set up',
		async play(scene) {
			const { stage, narrator, checks } = scene;
			await scene.say(
				`An author sells themes and plugins, and runs the Discord server “${stage.guild.name}”. First the bot's commands are registered, then the bot is started.`,
			);
			narrator.act('$', 'npm run', 'register');
			const { exit, output } = await stage.register();
			const names = stage.discord.commands.list(stage.guild.id).map(({ body }) => body.name);
			checks.holds('The registration ends without an error', exit.code === 0, output);
			const isComplete = ['verify', 'item', 'items'].every((name) => names.includes(name));
			const listed = names.map((name) => `/${name}`).join(' ');
			checks.holds(`Discord knows the commands: ${listed}`, isComplete);
			narrator.act('$', 'npm', 'start');
			await scene.startBot();
			await scene.pace.pause();
		},
	};
}
