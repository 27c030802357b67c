/** The bot has used a feature that the local Discord doesn't have, so the test didn't test what it was meant to. */
export class MissingRoutes extends Error {
	/** For example `GET /guilds/{guild_id}/bans`. */
	readonly routes: readonly string[];

	constructor(routes: readonly string[]) {
		super(
			['The bot used what this local Discord does not have:', ...routes.map((route) => `  ${route}`)].join(
				'\n',
			),
		);
		this.name = 'MissingRoutes';
		this.routes = routes;
	}
}
