// Something of a screen that begins with a part of the page, which has to be loaded first, and that ends with the screen.

/** The returned function ends what has begun; what has not begun by then never does. `onMissing`: the part could not be
 *  fetched. */
export function beginWith<Part>(
  part: Promise<Part>,
  begin: (part: Part, isCurrent: () => boolean) => () => void,
  onMissing: () => void = () => undefined,
): () => void {
  let isOver = false;
  let stop = (): void => undefined;
  part.then(
    (loaded) => {
      if (!isOver) stop = begin(loaded, () => !isOver);
    },
    () => !isOver && onMissing(),
  );
  return () => {
    isOver = true;
    stop();
  };
}
