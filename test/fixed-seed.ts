import fc from 'fast-check';

// The same inputs in each run: a contributor's change alone decides whether the tests pass. `npm run properties` draws
// new ones, and so does each night.
fc.configureGlobal({ seed: 1 });
