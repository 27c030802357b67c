await import(`./dist/src/${process.argv.splice(2, 1)[0] ?? 'main'}.js`);
