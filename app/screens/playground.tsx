// Play with a saved run: write, draw, move a point, compare before and after.
import FilePlayground from '../panels/playground/file-playground';
import { Frame } from './frame';
import css from './playground.module.css';

export default function PlaygroundScreen() {
  return (
    <Frame title="Playground" isWide>
      <div className={css.screen}>
        <h1>Playground</h1>
        <p className={css.lead}>
          Try a trained model: let it write, draw for it, see what it mistakes, and compare it with the model
          before training.
        </p>
        <FilePlayground />
      </div>
    </Frame>
  );
}
