process.stdout.write("build placeholder\n");
