"""No false "done": what a reply says was done is compared with what ran, and put right when nothing backs it."""
