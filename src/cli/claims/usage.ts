/** The command line is wrong. The message says why, for a person. */
export class UsageError extends Error {}

export const usage = `Usage: npm run claims -- COMMAND

  export [FILE]        every claim, with the servers' settings, as JSON lines, to FILE or to standard output
  import FILE          adds what an export holds ("-": from standard input); writes over nothing, lists conflicts
  backup [FILE]        SQLite: a copy of the database, sound also while the bot runs; dated, in the folder backups beside it
  restore FILE         SQLite, with the bot stopped: puts a backup in the place of the database, which is kept beside it
  verify [--repair]    checks every claim and every list against each other; --repair makes lists follow the claims
  stats [--json]       counts claims, holders, items
  rotate-secret        moves every claim from CLAIM_SECRET to NEW_CLAIM_SECRET (or NEW_CLAIM_SECRET_FILE); can be
                       killed and run again. --settle-seconds N (20): how long running bots have to notice
  move-home ID         makes another server home: its staff decide about claims from then on. Asks, or --yes
  forget-server ID     removes settings, panels and the like of a server that is no longer served. Asks, or --yes
  confirm-account      the key belongs to another account of the marketplace, and that is right: from then on codes are
                       checked with it. Reads MARKETPLACE_URL and MARKETPLACE_API_KEY too. Asks, or --yes

Reads DATABASE_URL and CLAIM_SECRET as the bot does, from the environment or .env. Exit code 1: something needs you.
`;
