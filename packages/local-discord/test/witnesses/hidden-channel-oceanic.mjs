import { ChannelFlags, Client } from 'oceanic.js';

const { DISCORD_TOKEN: token, GUILD_ID: guildId, CHANNEL_ID: channelId } = process.env;
const client = new Client({ auth: `Bot ${token}`, gateway: { intents: ['GUILDS'] } });

const print = (line) => process.stdout.write(`${JSON.stringify(line)}\n`);
const report = ({ id, name, type, position, flags, permissionOverwrites }) => {
	const isHidden = (flags & ChannelFlags.OBFUSCATED) !== 0;
	print({ id, name, type, position, isHidden, overwrites: permissionOverwrites.size });
};

client.once('ready', async () => {
	report(client.guilds.get(guildId).channels.get(channelId));
	const listed = await client.rest.guilds.getChannels(guildId);
	const refused = await client.rest.channels.get(channelId).catch(({ code }) => code);
	print({ listed: listed.map(({ name }) => name), refused });
});
client.on('channelUpdate', report);
client.on('error', () => {});

await client.connect();
