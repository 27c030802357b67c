/** See channels, send messages, embed links, manage roles: the minimum that works. */
const permissions = '268454912';

/** The page on which a server's manager invites the bot. */
export function inviteUrl(applicationId: string): string {
	return `https://discord.com/oauth2/authorize?client_id=${applicationId}&scope=bot+applications.commands&permissions=${permissions}`;
}
