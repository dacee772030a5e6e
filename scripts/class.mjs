// `npm run test:class`: a class of 24 through one lesson: six tabs of a real Chromium and 18 replicas in Node.
// `-- --laptops 6` takes fewer replicas in Node, 1 to 18: all share this machine, and two cores that do other work are too
// few for 24 members. Other arguments are Playwright's.
import { runPlaywright } from './run-playwright.mjs';

const given = process.argv.slice(2);
const at = given.indexOf('--laptops');
const [, laptops] = at < 0 ? [] : given.splice(at, 2);
if (at >= 0 && !(Number.isInteger(Number(laptops)) && laptops >= 1 && laptops <= 18)) {
  console.error('--laptops is a whole number from 1 to 18');
  process.exit(2);
}
runPlaywright('class', given, {
  ...(laptops !== undefined && { LOCKSTEP_CLASS_LAPTOPS: laptops }),
});
